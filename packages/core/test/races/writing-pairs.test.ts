import { fileDocumentStore } from '@shaon/core';
import { documentFolder } from '../leave/documents.ts';
import { TEST_KEYS, withCore } from '../support.ts';
import { companyRecords } from './record-kinds.ts';
import { sweepWritingPairs } from './writing-pairs.ts';

const directory = documentFolder();

withCore(
  'two writes on one record at the same time',
  (test) => {
    for (const kind of companyRecords(test)) sweepWritingPairs(test, kind);
  },
  { documents: fileDocumentStore({ directory, keys: TEST_KEYS }) },
);
