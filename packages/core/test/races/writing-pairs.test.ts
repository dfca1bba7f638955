import { withCore } from '../support.ts';
import { companyRecords } from './record-kinds.ts';
import { sweepWritingPairs } from './writing-pairs.ts';

withCore('two writes on one record at the same time', (test) => {
  for (const kind of companyRecords(test)) sweepWritingPairs(test, kind);
});
