import { array, type ISchema } from 'yup';
import { type Issue, issue } from './issue.ts';

/** What can ask to be there: each field of this folder, and yup's object of fields. */
interface Member<T> {
  required(message: Issue): ISchema<T>;
}

/**
 * A list of at least one member and at most `max`. What is wrong with a member is told at its place, such as
 * `events.0`; null is no member, and no list.
 */
export function listOf<T>(member: Member<T>, { max = Number.MAX_SAFE_INTEGER } = {}) {
  return array()
    .typeError(issue('array'))
    .nonNullable(issue('array'))
    .of(member.required(issue('required')))
    .min(1, issue('required'))
    .max(max, issue('max', { max }));
}
