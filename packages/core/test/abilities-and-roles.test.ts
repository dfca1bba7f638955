import { ABILITY_NAMES, type Ability, type AccountActor, isShaonError, type TokenActor } from '@shaon/core';
import { expect } from 'chai';
import { authorize, type Operation, PERMISSIONS } from '../src/abilities-and-roles.ts';

const OPERATIONS = Object.keys(PERMISSIONS) as Operation[];

/** SPEC 5: what each ability grants, and nothing else of what the services do. */
const OF_ABILITY: Readonly<Record<Ability, readonly Operation[]>> = {
  'attendance:read': ['attendance.list'],
  'attendance:location:read': [],
  'employees:read': ['employees.read', 'organization.read'],
  'employees:write': ['employees.write'],
  'leave:read': ['leave.list'],
  'shifts:read': ['shifts.read'],
};

const EMPLOYEES: readonly Operation[] = ['attendance.own', 'leave.own'];
/** Days, leave and names of everybody; no salary, no settings, no tokens. */
const MANAGERS: readonly Operation[] = [
  ...EMPLOYEES,
  ...(['attendance.list', 'attendance.manage', 'employees.read', 'leave.decide', 'leave.list'] as const),
  ...(['months.read', 'organization.read', 'personnel.search', 'shifts.read'] as const),
];

const token = (...abilities: Ability[]): TokenActor => ({
  ...{ kind: 'token', companyId: 1, companyZone: 'Asia/Jerusalem', companyLocale: 'he' },
  ...{ tokenId: 1, tokenName: 'BI', tokenPrefix: 'shn_abcd', abilities: new Set(abilities) },
});
const account = (role: AccountActor['role']): AccountActor => ({
  ...{ kind: 'account', companyId: 1, loginId: 1, role, name: 'Dana', employeeId: 1 },
});

describe('permissions', () => {
  const granted = (actor: TokenActor | AccountActor) =>
    OPERATIONS.filter((operation) => {
      try {
        authorize(actor, operation);
        return true;
      } catch (error) {
        const code = actor.kind === 'token' ? 'ability_missing' : 'not_permitted';
        if (isShaonError(error, code)) return false;
        throw error;
      }
    }).sort();

  for (const ability of ABILITY_NAMES) {
    it(`${ability} grants what SPEC 5 says`, () => {
      expect(granted(token(ability))).to.deep.equal([...OF_ABILITY[ability]].sort());
    });
  }

  it('all abilities together grant no more than each of them, and none grants nothing', () => {
    expect(granted(token(...ABILITY_NAMES))).to.deep.equal(Object.values(OF_ABILITY).flat().sort());
    expect(granted(token())).to.deep.equal([]);
  });

  it('an employee acts for themselves, a manager for the staff, an admin in everything', () => {
    expect(granted(account('employee'))).to.deep.equal([...EMPLOYEES].sort());
    expect(granted(account('manager'))).to.deep.equal([...MANAGERS].sort());
    expect(granted(account('admin'))).to.deep.equal([...OPERATIONS].sort());
  });

  it('refuse an account that a product without type checks has made wrongly', () => {
    const wrong: readonly (readonly [string, object])[] = [
      ['employeeId', { employeeId: '1' }],
      ['employeeId', { employeeId: undefined }],
      ['employeeId', { employeeId: 0 }],
      ['loginId', { loginId: '1' }],
      ['loginId', { loginId: undefined }],
      ['name', { name: undefined }],
    ];
    for (const [field, changes] of wrong) {
      const made = Object.assign(account('admin'), changes);
      expect(() => authorize(made, 'leave.decide'), field)
        .to.throw(`An account is made wrongly: ${field} is`)
        .with.property('code', 'options_invalid');
    }
    expect(() => authorize({ ...account('admin'), loginId: -7, employeeId: null }, 'leave.decide')).not.to.throw();
  });
});
