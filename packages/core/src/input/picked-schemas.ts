import { type AnyObjectSchema, isSchema, type Schema } from 'yup';
import { type AcceptPlain, plainFields } from './plain-fields.ts';
import { REQUIRED_IF } from './required-if.ts';

/** There are few sets of names that callers really use; a bound only guards against somebody who tries them all. */
const MAX_PICKED = 200;

/** The schema for an input that has certain names, and the short way for one in which nothing is wrong. */
interface PickedSchema {
  readonly schema: AnyObjectSchema;
  readonly acceptPlain: AcceptPlain | null;
}

/**
 * Picks the fields that are given and those that ask for something when they are absent. An absent optional
 * field would only cost time, a request without parameters as much as one with all of them.
 */
export class PickedSchemas {
  readonly #whole: PickedSchema;
  readonly #fields: readonly string[];
  readonly #always: ReadonlySet<string>;
  readonly #picked = new Map<number, PickedSchema>();

  constructor(schema: AnyObjectSchema) {
    this.#whole = picked(schema);
    this.#fields = Object.keys(schema.fields);
    this.#always = new Set(this.#fields.filter((name) => asksWhenAbsent(schema.fields[name])));
  }

  /** The schema for an input that has these names, all of them recognised. */
  for(given: Readonly<Record<string, unknown>>): PickedSchema {
    // A bit for each field that is picked: inputs have fewer fields than a number has bits.
    let key = 0;
    for (let index = 0; index < this.#fields.length; index++) {
      const name = this.#fields[index] as string;
      if (name in given || this.#always.has(name)) key += 2 ** index;
    }
    if (key === 2 ** this.#fields.length - 1) return this.#whole;
    const known = this.#picked.get(key);
    if (known !== undefined) return known;
    if (this.#picked.size >= MAX_PICKED) return this.#whole;
    const names = this.#fields.filter((_, index) => Math.floor(key / 2 ** index) % 2 === 1);
    const found = picked(this.#whole.schema.pick(names));
    this.#picked.set(key, found);
    return found;
  }
}

const picked = (schema: AnyObjectSchema): PickedSchema => ({ schema, acceptPlain: plainFields(schema) });

/** The fields that are `.required` by themselves, not by a `when`. */
export function requiredFields(schema: AnyObjectSchema): ReadonlySet<string> {
  const isRequired = (field: unknown): boolean =>
    isSchema(field) && 'spec' in field && !(field as { spec: { optional: boolean } }).spec.optional;
  return new Set(Object.keys(schema.fields).filter((name) => isRequired(schema.fields[name])));
}

/** Required fields, those with a default, a `when` or `requiredIf`; other tests hold for an absent optional field. */
function asksWhenAbsent(field: unknown): boolean {
  if (!isSchema(field) || !('tests' in field)) return true;
  const { spec, deps, tests } = field as Schema;
  const isRequiredIf = tests.some(({ OPTIONS }) => OPTIONS?.name === REQUIRED_IF);
  return !spec.optional || deps.length > 0 || isRequiredIf || (field as Schema).getDefault() !== undefined;
}
