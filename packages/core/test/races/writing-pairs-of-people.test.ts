import { withCore } from '../support.ts';
import { peopleAndDays } from './record-kinds.ts';
import { sweepWritingPairs } from './writing-pairs.ts';

withCore(
  'two writes on one person or day at the same time',
  (test) => {
    before(() => test.core.absenceTypes.createDefaults(test.company));

    for (const kind of peopleAndDays(test)) sweepWritingPairs(test, kind);
  },
  { attendanceStatuses: ['exported'] },
);
