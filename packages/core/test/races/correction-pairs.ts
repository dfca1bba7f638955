import type { AccountActor } from '@shaon/core';
import { expect } from 'chai';
import type { CoreTest } from '../support.ts';
import { copiedEmployee, serial, stored } from './look.ts';
import type { RecordKind } from './writing-pairs.ts';

const DATE = '2026-06-01';
const at = (time: string) => new Date(`${DATE}T${time}:00Z`);
const IN = { kind: 'in', at: at('05:00') } as const;
const OUT = { kind: 'out', at: at('14:10') } as const;
const EARLIER_OUT = { kind: 'out', at: at('14:00') } as const;
const PAGE = { page: 1, per_page: 200 };

interface Asked {
  readonly noa: AccountActor & { readonly employeeId: number };
  readonly dayId: number;
  readonly typeId: number;
  readonly label: string;
  readonly id: number;
}

/** A request that waits: for the out that a day lacks, or for an absence in place of its punches. */
export function correctionRequests(test: CoreTest, what: 'punches' | 'an absence'): RecordKind<Asked> {
  const company = () => test.company;

  async function make(): Promise<Asked> {
    const { core } = test;
    const employee = await copiedEmployee(test, company());
    const noa = {
      ...({ kind: 'account', companyId: company().companyId, loginId: employee.loginId } as const),
      ...({ role: 'employee', name: 'Noa', employeeId: employee.id } as const),
    };
    const label = `Away ${serial()}`;
    const type = await core.absenceTypes.create(company(), { label });
    const day = await core.attendance.punchIn(company(), employee.id, { at: IN.at });
    const proposal = what === 'punches' ? { punches: [IN, OUT] } : { absence_type: label };
    const asked = { employee_id: employee.id, date: DATE, reason: 'forgot', ...proposal };
    const { id } = await core.correctionRequests.ask(company(), asked);
    return { noa, dayId: day.id, typeId: type.id, label, id };
  }

  return {
    name: `a request for ${what}`,
    make,
    actions: {
      'ask again': {
        act: ({ noa }, options) =>
          test.core.correctionRequests.ask(noa, { date: DATE, punches: [IN, EARLIER_OUT], reason: 'again' }, options),
        refusals: ['state_conflict', 'not_authenticated'],
      },
      withdraw: {
        act: ({ noa, id }, options) => test.core.correctionRequests.withdraw(noa, id, options),
        refusals: ['state_conflict', 'not_authenticated'],
      },
      apply: {
        act: ({ id }, options) =>
          test.core.correctionRequests.apply(company(), id, { note: 'as told' }, { ...options, approve: true }),
        refusals: ['state_conflict'],
      },
      'apply with a change': {
        act: ({ id }, options) =>
          test.core.correctionRequests.apply(company(), id, { punches: [IN, EARLIER_OUT] }, options),
        refusals: ['state_conflict'],
      },
      refuse: {
        act: ({ id }, options) => test.core.correctionRequests.refuse(company(), id, { note: 'no' }, options),
        refusals: ['state_conflict'],
      },
      'correct the day': {
        act: ({ noa }, options) =>
          test.core.attendance.correct(
            company(),
            noa.employeeId,
            DATE,
            { punches: [IN, { kind: 'out', at: at('13:00') }], note: 'seen on camera' },
            options,
          ),
      },
      'void the day': {
        act: ({ dayId }, options) => test.core.attendance.voidDay(company(), dayId, options),
        refusals: ['not_found'],
      },
      'rename the type': {
        act: ({ typeId, label }, options) =>
          test.core.absenceTypes.rename(company(), typeId, `${label}, renamed`, options),
      },
      'freeze the employee': {
        act: ({ noa }, options) => test.core.employees.freeze(company(), noa.employeeId, options),
      },
    },

    async check({ noa, typeId }, done) {
      const { items } = await test.core.correctionRequests.list(company(), { employee_id: noa.employeeId }, PAGE);
      expect(items.filter(({ state }) => state === 'pending').length, 'open requests of one day').to.be.at.most(1);
      const closing = ['withdraw', 'apply', 'apply with a change', 'refuse'].filter((act) => done.includes(act));
      expect(items.filter(({ state }) => state !== 'pending').length, 'decisions').to.equal(closing.length);
      const types = await test.core.absenceTypes.list(company());
      const present = types.find(({ id }) => id === typeId)?.label;
      const day = await test.core.attendance.dayOfDate(company(), noa.employeeId, DATE);
      const labels = [...items.map(({ absence_type }) => absence_type), day?.record.absence_type ?? null];
      expect(
        labels.filter((label) => label !== null && label !== present),
        'labels of before',
      ).to.deep.equal([]);
      const [decisions] = await stored(
        test,
        company(),
        `SELECT COUNT(*) AS acts FROM "shaon_audit" WHERE company_id = $1 AND action LIKE 'correction_request.%'
          AND detail LIKE '%"employee_id":${noa.employeeId},%'`,
      );
      expect(Number(decisions?.acts), 'audited acts').to.equal(items.length + closing.length);
    },
  };
}
