import assert from 'node:assert/strict';
import { type Actor, systemActor } from '../actor.ts';
import type { AttendanceFilter } from '../attendance/attendance-queries.ts';
import type { AttendanceReads } from '../attendance/attendance-reads.ts';
import type { AttendanceRecord } from '../attendance/attendance-record.ts';
import { type ContractCase, once, type ReadsSample, tokenOf } from './contract-case.ts';
import { byDateAndId, dateFrom, dateTo } from './date-filters.ts';
import { type ListContract, listCases } from './list-contract.ts';

/** `records` have their locations: an object in each, at least one with a point. */
export interface AttendanceSample extends ReadsSample<AttendanceReads, AttendanceRecord> {
  /** Where the employees of both companies are today, by employee id (D:Q24). */
  readonly units: ReadonlyMap<number, { readonly departmentId: number | null; readonly branchId: number | null }>;
}

const LIST: ListContract<AttendanceReads, AttendanceRecord, AttendanceFilter, AttendanceSample> = {
  list: (reads, actor, filter, page) => reads.list(actor, filter, page, { withLocation: true }),
  ability: 'attendance:read',
  fields: ['id', 'employee_id', 'date', 'check_in', 'check_out', 'status', 'absence_type', 'is_approved', 'location'],
  compare: byDateAndId,
  filters: {
    date_from: dateFrom,
    date_to: dateTo,
    employee_id: { valueOf: (record) => record.employee_id, unknown: 0 },
    department_id: { valueOf: (record, { units }) => units.get(record.employee_id)?.departmentId, unknown: 0 },
    branch_id: { valueOf: (record, { units }) => units.get(record.employee_id)?.branchId, unknown: 0 },
    status: { valueOf: (record) => record.status, unknown: 'on the moon' },
  },
};

/** What a host's own AttendanceReads must do. `make` runs once, when the first case does. */
export function attendanceReadsContract(make: () => Promise<AttendanceSample> | AttendanceSample): ContractCase[] {
  const sample = once(make);
  return [
    ...listCases(LIST, sample),
    {
      name: 'locations are shown when asked for, and never to a token without attendance:location:read',
      async run() {
        const { reads, companyId, records } = await sample();
        const located = [...records].sort(byDateAndId).slice(0, 200);
        const hasPoint = located.some(({ location }) => location?.check_in != null || location?.check_out != null);
        assert.ok(hasPoint, 'give a record with the point of a punch');
        const hidden = located.map((record) => ({ ...record, location: null }));
        const ask = async (actor: Actor, options?: { withLocation: boolean }) =>
          (await reads.list(actor, {}, { page: 1, per_page: 200 }, options)).items;

        const asked = { withLocation: true };
        const blind = tokenOf(companyId, 'attendance:read');
        const seeing = tokenOf(companyId, 'attendance:read', 'attendance:location:read');
        for (const actor of [systemActor(companyId), seeing]) {
          assert.deepEqual(await ask(actor, asked), located, 'with the location');
          assert.deepEqual(await ask(actor), hidden, 'without the location unless asked');
        }
        assert.deepEqual(await ask(blind, asked), hidden, 'a token without the ability');
      },
    },
  ];
}
