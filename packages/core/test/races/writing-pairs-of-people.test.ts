import { withCore } from '../support.ts';
import { accounts } from './account-pairs.ts';
import { days } from './attendance-pairs.ts';
import { employees, lastAdmins, takenValues } from './people-pairs.ts';
import { sweepWritingPairs } from './writing-pairs.ts';

withCore(
  'two writes on one person or day at the same time',
  (test) => {
    before(() => test.core.absenceTypes.createDefaults(test.company));

    for (const state of ['not begun', 'open', 'closed'] as const) sweepWritingPairs(test, days(test, state));
    sweepWritingPairs(test, employees(test));
    sweepWritingPairs(test, takenValues(test));
    sweepWritingPairs(test, lastAdmins(test));
    sweepWritingPairs(test, accounts(test));
  },
  { attendanceStatuses: ['exported'] },
);
