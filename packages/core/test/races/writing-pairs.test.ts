import { fileDocumentStore } from '@shaon/core';
import { documentFolder } from '../leave/documents.ts';
import { TEST_KEYS, withCore } from '../support.ts';
import { absenceTypes, companies, shifts, tokens, units } from './company-pairs.ts';
import { externalIds } from './external-id-pairs.ts';
import { leaveRequests } from './leave-pairs.ts';
import { sweepWritingPairs } from './writing-pairs.ts';

const directory = documentFolder();

withCore(
  'two writes on one record at the same time',
  (test) => {
    sweepWritingPairs(test, companies(test));
    sweepWritingPairs(test, tokens(test));
    sweepWritingPairs(test, shifts(test));
    sweepWritingPairs(test, units(test, 'department', false));
    sweepWritingPairs(test, units(test, 'department', true));
    sweepWritingPairs(test, units(test, 'branch', true));
    sweepWritingPairs(test, absenceTypes(test));
    sweepWritingPairs(test, externalIds(test));
    sweepWritingPairs(test, leaveRequests(test, 'pending'));
    sweepWritingPairs(test, leaveRequests(test, 'approved'));
  },
  { documents: fileDocumentStore({ directory, keys: TEST_KEYS }) },
);
