import { expect } from 'chai';
import { isOfPeople } from '../../src/database/sql/people-limit.ts';
import { CORE_TABLES } from '../../src/entities.ts';

/** Tables whose rows a manager's limit does not reach, and why that shows nobody. */
const OF_NOBODY: Readonly<Record<string, readonly string[]>> = {
  'It is of the company.': [
    'company',
    'department',
    'branch',
    'shift',
    'absence_type',
    'manager_limit',
    'payroll_layout',
    'notice_mark',
    'people_file',
  ],
  'It is of a log-in, which reads only its own; admins read others’.': [
    ...['session', 'access_link', 'recovery_code', 'used_form'],
  ],
  'Only admins and the product read it.': ['token', 'token_use', 'audit', 'external_id', 'unknown_sign_in', 'secret'],
  'It has who closed which month, and no person of it.': ['month_closing'],
  'It is found by the key of a request, which is of its employee.': ['leave_document'],
};

describe('every table', () => {
  it('is reached by a manager’s limit, or is here with the reason', () => {
    const others = CORE_TABLES.filter((table) => !isOfPeople(table)).map(({ name }) => name);
    const reasoned = Object.values(OF_NOBODY).flatMap((names) => names.map((name) => `shaon_${name}`));
    expect(others.sort()).to.deep.equal(reasoned.sort());
  });
});
