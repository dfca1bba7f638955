import { object } from 'yup';
import { issue } from '../input/issue.ts';
import { canonicalInteger } from '../input/number-fields.ts';
import { oneOf, text } from '../input/text-fields.ts';
import { defineInput } from '../input/validate.ts';
import { MAX_BIG_ID } from '../possible-id.ts';
import { EXTERNAL_ID_KINDS } from './external-id.ts';

const kind = () => oneOf(EXTERNAL_ID_KINDS).required(issue('required'));
const externalId = () => text({ max: 255 }).required(issue('required'));

/** The other system's own key of a record, stored unchanged. */
export const externalIdInput = defineInput(object({ external_id: externalId() }));

export const kindInput = defineInput(object({ kind: kind() }));

export const kindAndKeyInput = defineInput(object({ kind: kind(), external_id: externalId() }));

/** Where a page of keys begins and how long it is (ExternalIdCursor). */
export const externalIdCursorInput = defineInput(
  object({
    kind: kind(),
    after: canonicalInteger({ min: 0, max: MAX_BIG_ID }).nullable(),
    limit: canonicalInteger({ min: 1, max: 1_000 }),
  }),
);
