import { type AnyObjectSchema, isSchema, type Schema } from 'yup';
import { type AcceptPlain, plainFields } from './plain-fields.ts';
import { REQUIRED_IF } from './required-if.ts';

/** Callers use few sets of names; the limit only guards against a caller who tries all of them. */
const MAX_PICKED = 200;

/** The schema for an input with certain names, and the fast check that accepts a valid one. */
interface PickedSchema {
  readonly schema: AnyObjectSchema;
  readonly acceptPlain: AcceptPlain | null;
}

/**
 * Selects the fields that are given and those that must be checked when absent. Checking absent optional fields would
 * make a request without parameters cost as much as one with all of them.
 */
export class PickedSchemas {
  readonly #whole: PickedSchema;
  readonly #fields: readonly string[];
  /** Whether each field is checked when absent. */
  readonly #isAlwaysChecked: readonly boolean[];
  readonly #picked = new Map<number, PickedSchema>();

  constructor(schema: AnyObjectSchema) {
    this.#whole = picked(schema);
    this.#fields = Object.keys(schema.fields);
    this.#isAlwaysChecked = this.#fields.map((name) => asksWhenAbsent(schema.fields[name]));
  }

  /** The schema for an input with these names, all of them recognised. */
  for(given: Readonly<Record<string, unknown>>): PickedSchema {
    // One bit for each selected field; inputs have fewer fields than a number has bits.
    let key = 0;
    let bit = 1;
    for (let index = 0; index < this.#fields.length; index++, bit *= 2) {
      if (this.#isAlwaysChecked[index] || (this.#fields[index] as string) in given) key += bit;
    }
    if (key === bit - 1) return this.#whole;
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

/** The fields that are `.required` themselves, not by a `when`. */
export function requiredFields(schema: AnyObjectSchema): ReadonlySet<string> {
  const isRequired = (field: unknown): boolean =>
    isSchema(field) && 'spec' in field && !(field as { spec: { optional: boolean } }).spec.optional;
  return new Set(Object.keys(schema.fields).filter((name) => isRequired(schema.fields[name])));
}

/** Required fields, and those with a default, a `when` or `requiredIf`; other tests pass for an absent field. */
function asksWhenAbsent(field: unknown): boolean {
  if (!isSchema(field) || !('tests' in field)) return true;
  const { spec, deps, tests } = field as Schema;
  const isRequiredIf = tests.some(({ OPTIONS }) => OPTIONS?.name === REQUIRED_IF);
  return !spec.optional || deps.length > 0 || isRequiredIf || (field as Schema).getDefault() !== undefined;
}
