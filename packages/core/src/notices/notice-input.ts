import { array, object } from 'yup';
import { issue } from '../input/issue.ts';
import { oneOf } from '../input/text-fields.ts';
import { defineInput, type InputOf } from '../input/validate.ts';
import { LOCALES } from '../locale.ts';
import { NOTICE_KINDS } from './notice-kinds.ts';

/** A person's choice of notices. An absent member stays as it is. */
export const noticeChoiceInput = defineInput(
  object({
    kinds: array()
      .typeError(issue('array'))
      .nonNullable(issue('array'))
      .of(oneOf(NOTICE_KINDS).required(issue('required')))
      .max(NOTICE_KINDS.length, issue('max', { max: NOTICE_KINDS.length })),
    by: oneOf(['mail', 'sms', 'none']),
    locale: oneOf(LOCALES).nullable(),
  }),
  { isClosed: true },
);
/**
 * What a person wants to be told of (`kinds`, all that they list), by which way, and in which language: null follows the
 * company. Absent members stay as they are.
 */
export type NoticeChoice = InputOf<typeof noticeChoiceInput>;
