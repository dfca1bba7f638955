import type { LoginRole } from '@shaon/core';
import { expect } from 'chai';
import { isSeenLongAgo, sessionExpiry } from '../../src/accounts/session.ts';
import { blockedUntil, incrementedFailures } from '../../src/accounts/sign-in-rules.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const start = new Date('2026-06-01T06:00:00Z');
const after = (milliseconds: number) => new Date(start.getTime() + milliseconds);

describe('how long a session lasts', () => {
  const lasts = (role: LoginRole, age = 0) => sessionExpiry(role, start, after(age)).getTime() - start.getTime() - age;

  it('is 12 hours after its use in the office, 30 days for an employee, 90 days in all', () => {
    expect([lasts('admin'), lasts('manager'), lasts('employee')]).to.deep.equal([12 * HOUR, 12 * HOUR, 30 * DAY]);
    for (const role of ['admin', 'manager', 'employee'] as const) {
      expect(lasts(role, 90 * DAY - HOUR), role).to.equal(HOUR);
      expect(lasts(role, 90 * DAY), role).to.equal(0);
    }
    expect(lasts('employee', 60 * DAY)).to.equal(30 * DAY);
    expect(lasts('employee', 61 * DAY)).to.equal(29 * DAY);
  });

  it('is noted at most every five minutes', () => {
    expect(isSeenLongAgo(start, after(5 * 60_000 - 1))).to.equal(false);
    expect(isSeenLongAgo(start, after(5 * 60_000))).to.equal(true);
    expect(isSeenLongAgo(start, after(-5 * 60_000)), 'by a clock that was ahead').to.equal(true);
  });
});

describe('how long a log-in waits after failures', () => {
  it('is nothing four times, then half a minute, doubled up to a quarter of an hour', () => {
    const waits = [1, 4, 5, 6, 7, 8, 9, 10, 11, 50].map(
      (failures) => (blockedUntil(failures, start).getTime() - start.getTime()) / 1_000,
    );
    expect(waits).to.deep.equal([-900, -900, 30, 60, 120, 240, 480, 900, 900, 900]);
  });

  it('counts failures until six hours after the end of the last wait', () => {
    const counted = (age: number) => incrementedFailures({ failedAttempts: 7, blockedUntil: start }, after(age));
    expect([counted(6 * HOUR - 1), counted(6 * HOUR)]).to.deep.equal([8, 1]);
    expect(incrementedFailures({ failedAttempts: 0, blockedUntil: null }, start)).to.equal(1);
  });
});
