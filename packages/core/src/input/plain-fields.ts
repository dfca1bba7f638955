import { type AnyObjectSchema, isSchema, type Schema, type TestConfig, type TestContext } from 'yup';
import { ValidatedFields } from './validated.ts';

/** Returns the normalised input, or null if it has an error, which yup then reports. */
export type AcceptPlain = (given: Readonly<Record<string, unknown>>) => Record<string, unknown> | null;

interface PlainField {
  readonly name: string;
  readonly schema: Schema;
  readonly tests: readonly TestConfig[];
}

/**
 * Accepts a valid input by yup's own transforms, types and tests, without the objects that yup makes to report errors:
 * this takes a tenth of the time, and nearly every input is valid. Null for a schema that only yup itself can check:
 * with lists, objects, a `when` or rules of the whole input.
 */
export function plainFields(schema: AnyObjectSchema): AcceptPlain | null {
  if (schema.tests.length + schema.transforms.length > 0 || schema.spec.noUnknown) return null;
  const fields: PlainField[] = [];
  for (const [name, field] of Object.entries(schema.fields)) {
    if (!isSchema(field) || !isPlain(field as Schema)) return null;
    fields.push({ name, schema: field as Schema, tests: testsOf(field as Schema) });
  }
  return (given) => {
    try {
      return accept(fields, given);
    } catch {
      // A test uses more of yup than its value and `this.parent`.
      return null;
    }
  };
}

function accept(
  fields: readonly PlainField[],
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> | null {
  const parent = new ValidatedFields() as Record<string, unknown>;
  for (const { name, schema } of fields) {
    const value = transformed(schema, given[name]);
    if (!schema.isType(value)) return null;
    if (value !== undefined) parent[name] = value;
  }
  const context = { parent } as TestContext;
  for (const { name, tests } of fields) {
    const value = parent[name];
    for (const { test } of tests) if (test.call(context, value, context) !== true) return null;
  }
  return parent;
}

function transformed(schema: Schema, raw: unknown): unknown {
  let value = raw;
  if (raw !== undefined) {
    for (const transform of schema.transforms) value = transform.call(schema, value, raw, schema, {});
  }
  return value;
}

/** Whether a field has only transforms, a type and tests, as those of this folder do. */
function isPlain(field: Schema): boolean {
  const { oneOf, notOneOf } = field.describe();
  return (
    field.type === 'mixed' &&
    field.deps.length + oneOf.length + notOneOf.length === 0 &&
    !field.spec.strip &&
    !field.spec.strict &&
    field.getDefault() === undefined &&
    field.tests.every(({ OPTIONS }) => OPTIONS !== undefined && !OPTIONS.skipAbsent)
  );
}

function testsOf(field: Schema): TestConfig[] {
  return field.tests.flatMap(({ OPTIONS }) => OPTIONS ?? []);
}
