import { array, type ISchema } from 'yup';
import { type Issue, issue } from './issue.ts';

/** A field that can be made required: each field of this folder, and yup's object of fields. */
interface Member<T> {
  required(message: Issue): ISchema<T>;
}

/** Longer lists are a mistake unless the field allows more. */
const MAX_MEMBERS = 100;

/**
 * A list of 1 to `max` members. An error of a member is reported at its position, such as `events.0`; null is not a
 * valid member, and not a list. Of a list that is too long, only as many members are checked as that takes to notice.
 */
export function listOf<T>(member: Member<T>, { max = MAX_MEMBERS } = {}) {
  return array()
    .transform((value: unknown) => (Array.isArray(value) ? value.slice(0, max + 1) : value))
    .typeError(issue('array'))
    .nonNullable(issue('array'))
    .of(member.required(issue('required')))
    .min(1, issue('required'))
    .max(max, issue('max', { max }));
}
