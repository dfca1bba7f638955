import { type AnyObjectSchema, isSchema } from 'yup';

/** There are few sets of names that callers really use; a bound only guards against somebody who tries them all. */
const MAX_PICKED = 200;

/**
 * Picks the fields that are given and those that ask for something when they are absent. An absent optional
 * field would only cost time, a request without parameters as much as one with all of them.
 */
export class PickedSchemas {
  readonly #whole: AnyObjectSchema;
  readonly #fields: readonly string[];
  readonly #always: ReadonlySet<string>;
  readonly #picked = new Map<string, AnyObjectSchema>();

  constructor(schema: AnyObjectSchema) {
    this.#whole = schema;
    this.#fields = Object.keys(schema.fields);
    this.#always = new Set(this.#fields.filter((name) => asksWhenAbsent(schema.fields[name])));
  }

  /** The schema for an input that has these names, all of them recognised. */
  for(given: Readonly<Record<string, unknown>>): AnyObjectSchema {
    const names = this.#fields.filter((name) => name in given || this.#always.has(name));
    if (names.length === this.#fields.length) return this.#whole;
    const key = names.join();
    const known = this.#picked.get(key);
    if (known !== undefined) return known;
    if (this.#picked.size >= MAX_PICKED) return this.#whole;
    const picked: AnyObjectSchema = this.#whole.pick(names);
    this.#picked.set(key, picked);
    return picked;
  }
}

/** The fields that are `.required` by themselves, not by a `when`. */
export function requiredFields(schema: AnyObjectSchema): ReadonlySet<string> {
  const isRequired = (field: unknown): boolean =>
    isSchema(field) && 'spec' in field && !(field as { spec: { optional: boolean } }).spec.optional;
  return new Set(Object.keys(schema.fields).filter((name) => isRequired(schema.fields[name])));
}

/** Required fields, those with a default and those with a `when`; a mere test holds for an absent optional field. */
function asksWhenAbsent(field: unknown): boolean {
  if (!isSchema(field) || !('spec' in field) || !('deps' in field) || !('getDefault' in field)) return true;
  const { spec, deps } = field as { spec: { optional: boolean }; deps: readonly string[] };
  const hasDefault = (field as { getDefault(): unknown }).getDefault() !== undefined;
  return !spec.optional || deps.length > 0 || hasDefault;
}
