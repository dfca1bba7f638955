import assert from 'node:assert/strict';
import { systemActor } from '../actor.ts';
import type { Employee, EmployeeFilter, OrgRef } from '../employees/employee-queries.ts';
import type { EmployeeReads } from '../employees/employee-reads.ts';
import { type Capabilities, filtersWithout } from './capabilities.ts';
import { accountOf, assertRefused, type ContractCase, once, type ReadsSample, tokenOf } from './contract-case.ts';
import { type ListContract, listCases } from './list-contract.ts';
import { objectOf, oneOf, orNull, smallId, text } from './shape.ts';

const unit = orNull(objectOf<OrgRef>({ id: smallId, name: text }));

const LIST: ListContract<EmployeeReads, Employee, EmployeeFilter> = {
  list: (reads, actor, filter, page) => reads.list(actor, filter, page),
  ability: 'employees:read',
  shape: {
    id: smallId,
    name: text,
    email: text,
    phone: orNull(text),
    role: text,
    status: oneOf('active', 'frozen'),
    department: unit,
    branch: unit,
  },
  compare: (a, b) => a.id - b.id,
  filters: {
    department_id: { valueOf: (employee) => employee.department?.id, unknown: 0 },
    branch_id: { valueOf: (employee) => employee.branch?.id, unknown: 0 },
    status: { valueOf: (employee) => employee.status, unknown: 'on the moon' },
  },
};

/**
 * The contract of a host's own EmployeeReads. `make` runs once, with the first case; `capabilities` say what the
 * product does not record.
 */
export function employeeReadsContract(
  make: () => Promise<ReadsSample<EmployeeReads, Employee>> | ReadsSample<EmployeeReads, Employee>,
  capabilities: Capabilities = {},
): ContractCase[] {
  const sample = once(make);
  return [
    ...listCases({ ...LIST, without: filtersWithout(capabilities) }, sample),
    {
      name: 'get gives each employee as the list does',
      async run() {
        const { reads, companyId, records } = await sample();
        for (const employee of records) {
          assert.deepEqual(await reads.get(systemActor(companyId), employee.id), employee);
        }
      },
    },
    {
      name: 'get refuses unknown and foreign ids alike',
      async run() {
        const { reads, companyId, records, foreignRecords } = await sample();
        const own = new Set(records.map((employee) => employee.id));
        const foreignIds = foreignRecords.map((employee) => employee.id).filter((id) => !own.has(id));
        assert.ok(foreignIds.length > 0, 'give the foreign company an employee whose id the company has not');
        const unknown = Math.max(...own, ...foreignIds) + 1;
        const get = (id: number) => () => reads.get(systemActor(companyId), id);
        const error = await assertRefused(get(unknown), 'not_found', 'get of an unknown id');
        for (const id of foreignIds) {
          const foreign = await assertRefused(get(id), 'not_found', 'get of a foreign id');
          assert.equal(foreign.message, error.message, 'foreign and unknown ids cannot be told apart');
        }
      },
    },
    {
      name: 'get is for managers and for tokens with employees:read, before anything is told',
      async run() {
        const { reads, companyId, records, foreignRecords } = await sample();
        const [own, foreign] = [records[0] as Employee, foreignRecords[0] as Employee];
        assert.deepEqual(await reads.get(tokenOf(companyId, 'employees:read'), own.id), own);
        assert.deepEqual(await reads.get(accountOf(companyId, 'manager'), own.id), own);
        for (const { id } of [own, foreign]) {
          const get = () => reads.get(tokenOf(companyId, 'employees:write'), id);
          await assertRefused(get, 'ability_missing', 'a token without the ability');
          await assertRefused(() => reads.get(accountOf(companyId, 'employee'), id), 'not_permitted', 'an employee');
        }
      },
    },
  ];
}
