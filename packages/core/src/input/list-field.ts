import { array, type ISchema } from 'yup';
import { type Issue, issue } from './issue.ts';

/** What can ask to be there: each field of this folder, and yup's object of fields. */
interface Member<T> {
  required(message: Issue): ISchema<T>;
}

/** Longer ones are a mistake unless the field says more: yup takes 40 µs to tell what is wrong with one member. */
const MOST_MEMBERS = 100;

/**
 * A list of at least one member and at most `max`. What is wrong with a member is told at its place, such as
 * `events.0`; null is no member, and no list. Of one too long, no more members are looked at than tell that.
 */
export function listOf<T>(member: Member<T>, { max = MOST_MEMBERS } = {}) {
  return array()
    .transform((value: unknown) => (Array.isArray(value) ? value.slice(0, max + 1) : value))
    .typeError(issue('array'))
    .nonNullable(issue('array'))
    .of(member.required(issue('required')))
    .min(1, issue('required'))
    .max(max, issue('max', { max }));
}
