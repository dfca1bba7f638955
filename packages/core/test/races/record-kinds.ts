import type { CoreTest } from '../support.ts';
import { accounts } from './account-pairs.ts';
import { days } from './attendance-pairs.ts';
import { absenceTypes, companies, shifts, tokens, units } from './company-pairs.ts';
import { correctionRequests } from './correction-pairs.ts';
import { externalIds } from './external-id-pairs.ts';
import { leaveRequests } from './leave-pairs.ts';
import { employees, lastAdmins, takenValues } from './people-pairs.ts';
import { personAndDay } from './person-and-day-pairs.ts';
import { secondFactors } from './second-factor-pairs.ts';
import type { RecordKind } from './writing-pairs.ts';

/** The records of a company whose writes are raced in `writing-pairs.test.ts`. */
export const companyRecords = (test: CoreTest): readonly RecordKind<unknown>[] => [
  companies(test),
  tokens(test),
  shifts(test),
  units(test, 'department', false),
  units(test, 'department', true),
  units(test, 'branch', true),
  absenceTypes(test),
  externalIds(test),
  leaveRequests(test, 'pending'),
  leaveRequests(test, 'approved'),
];

/** The people and days whose writes are raced in `writing-pairs-of-people.test.ts`. */
export const peopleAndDays = (test: CoreTest): readonly RecordKind<unknown>[] => [
  days(test, 'not begun'),
  days(test, 'open'),
  days(test, 'closed'),
  employees(test),
  takenValues(test),
  personAndDay(test),
  correctionRequests(test, 'punches'),
  correctionRequests(test, 'an absence'),
  lastAdmins(test),
  accounts(test),
  secondFactors(test, 'not confirmed'),
  secondFactors(test, 'confirmed'),
];
