import { isDeepStrictEqual } from 'node:util';
import { isObject, type Json, type JsonObject } from './contract.ts';

/**
 * Who writes what a schema describes. What clients send must stay accepted: a schema may only widen. What the service
 * sends must stay as clients know it: a schema may only narrow, but for new fields, which clients tolerate (SPEC 9).
 */
export type Sender = 'client' | 'service';

/** Two documents, to follow references in each. */
export interface Documents {
  readonly before: JsonObject;
  readonly after: JsonObject;
}

/** Words that say nothing about which values fit. */
const ANNOTATIONS = new Set(['description', 'example', 'examples', 'title', 'deprecated', 'externalDocs']);
/** More is narrower, or less is. */
const LOWER_BOUNDS = ['minimum', 'minLength', 'minItems', 'minProperties'];
const UPPER_BOUNDS = ['maximum', 'maxLength', 'maxItems', 'maxProperties'];
/** A word that is there narrows; whether another text of it does, nobody can tell. */
const OPAQUE = [
  ...['format', 'pattern', 'x-exact-pattern', 'x-required-when'],
  ...['multipleOf', 'uniqueItems', 'exclusiveMinimum', 'exclusiveMaximum'],
];
const COMPARED = new Set([
  ...[
    'type',
    'nullable',
    'enum',
    'default',
    'properties',
    'required',
    'items',
    'additionalProperties',
    'oneOf',
    'anyOf',
  ],
  ...['not', 'discriminator', 'x-known-values', ...LOWER_BOUNDS, ...UPPER_BOUNDS, ...OPAQUE],
]);

/** What breaks between two schemas, each as `place: what`; empty when clients notice nothing. */
export function schemaChanges(
  documents: Documents,
  sender: Sender,
  before: Json | undefined,
  after: Json | undefined,
  place: string,
): string[] {
  const old = flattened(documents.before, before);
  const now = flattened(documents.after, after);
  if (isDeepStrictEqual(old, now) && !holdsReference(old)) return [];
  const found: string[] = [];
  /** Names a change that breaks one of the two senders. */
  const say = (change: 'narrower' | 'wider' | 'other', what: string) => {
    const breaks = change === 'other' || change === (sender === 'client' ? 'narrower' : 'wider');
    if (breaks) found.push(`${place}: ${what}`);
  };
  const compare = (oldPart: Json | undefined, newPart: Json | undefined, name: string) =>
    found.push(...schemaChanges(documents, sender, oldPart, newPart, name));

  typeChange(old.type, now.type, say);
  if ((old.nullable ?? false) !== (now.nullable ?? false)) {
    say(
      now.nullable === true ? 'wider' : 'narrower',
      now.nullable === true ? 'may be null now' : 'may not be null now',
    );
  }
  enumChange(old, now, sender, say);
  knownValuesChange(old, now, say);
  if (!isDeepStrictEqual(old.default, now.default)) say('other', `the default is ${now.default}, was ${old.default}`);
  for (const word of LOWER_BOUNDS) boundChange(word, old[word], now[word], 1, say);
  for (const word of UPPER_BOUNDS) boundChange(word, old[word], now[word], -1, say);
  for (const word of OPAQUE) {
    if (isDeepStrictEqual(old[word], now[word])) continue;
    const change = old[word] === undefined ? 'narrower' : now[word] === undefined ? 'wider' : 'other';
    say(change, `${word} is ${now[word]}, was ${old[word]}`);
  }
  requiredChange(old, now, say);
  const [oldFields, newFields] = [fieldsOf(old), fieldsOf(now)];
  for (const [name, field] of Object.entries(oldFields)) {
    if (name in newFields) compare(field, newFields[name], `${place}.${name}`);
    else found.push(`${place}: the field ${name} is gone`);
  }
  if (old.items !== undefined || now.items !== undefined) compare(old.items ?? {}, now.items ?? {}, `${place}[]`);
  restChange(old.additionalProperties, now.additionalProperties, say, (one, other) =>
    compare(one, other, `${place}.*`),
  );
  for (const word of ['oneOf', 'anyOf']) {
    alternativesChange(documents, sender, listOf(old[word]), listOf(now[word]), say);
  }
  refusalsChange(old.not, now.not, say);
  discriminatorChange(old.discriminator, now.discriminator, say);
  for (const word of new Set([...Object.keys(old), ...Object.keys(now)])) {
    if (COMPARED.has(word) || ANNOTATIONS.has(word) || isDeepStrictEqual(old[word], now[word])) continue;
    say('other', `${word} has changed, and nobody has said what that means`);
  }
  return found;
}

type Say = (change: 'narrower' | 'wider' | 'other', what: string) => void;

function typeChange(old: Json | undefined, now: Json | undefined, say: Say): void {
  if (old === now) return;
  const isWider = now === undefined || (old === 'integer' && now === 'number');
  const isNarrower = old === undefined || (old === 'number' && now === 'integer');
  say(isWider ? 'wider' : isNarrower ? 'narrower' : 'other', `the type is ${now}, was ${old}`);
}

/** A client branches on the values that it knows: one that never comes again matters as much as a new one. */
function enumChange(old: JsonObject, now: JsonObject, sender: Sender, say: Say): void {
  if (old.enum === undefined && now.enum === undefined) return;
  if (old.enum === undefined || now.enum === undefined) {
    say(
      now.enum === undefined ? 'wider' : 'narrower',
      now.enum === undefined ? 'any value fits now' : 'only some values fit now',
    );
    return;
  }
  const [before, after] = [listOf(old.enum), listOf(now.enum)];
  for (const value of before.filter((one) => !after.includes(one))) {
    say(sender === 'service' ? 'other' : 'narrower', `the value ${value} is gone`);
  }
  for (const value of after.filter((one) => !before.includes(one))) say('wider', `the value ${value} is new`);
}

function knownValuesChange(old: JsonObject, now: JsonObject, say: Say): void {
  const after = listOf(now['x-known-values']);
  for (const value of listOf(old['x-known-values'])) {
    if (!after.includes(value)) say('other', `the known value ${value} is gone`);
  }
}

function boundChange(word: string, old: Json | undefined, now: Json | undefined, narrowing: 1 | -1, say: Say): void {
  if (old === now) return;
  const none = narrowing === 1 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const grown = Number(now ?? none) > Number(old ?? none) ? 1 : -1;
  say(grown === narrowing ? 'narrower' : 'wider', `${word} is ${now ?? 'gone'}, was ${old ?? 'not there'}`);
}

function requiredChange(old: JsonObject, now: JsonObject, say: Say): void {
  const [before, after] = [listOf(old.required), listOf(now.required)];
  for (const name of after.filter((one) => !before.includes(one))) say('narrower', `${name} is required now`);
  for (const name of before.filter((one) => !after.includes(one))) say('wider', `${name} may be missing now`);
}

/** Fields without a name of their own: absent and true allow any, which clients tolerate. */
function restChange(
  old: Json | undefined,
  now: Json | undefined,
  say: Say,
  compare: (old: Json, now: Json) => void,
): void {
  if (isObject(old) && isObject(now)) compare(old, now);
  else if ((now === false) !== (old === false)) say(now === false ? 'narrower' : 'other', 'other fields changed');
  else if (isObject(old) !== isObject(now))
    say(isObject(now) ? 'narrower' : 'wider', 'the form of other fields changed');
}

/** Each alternative that one side may use must fit one that the other side knows. */
function alternativesChange(documents: Documents, sender: Sender, old: Json[], now: Json[], say: Say): void {
  if (old.length === 0 && now.length === 0) return;
  if (old.length === 0 || now.length === 0) {
    say(old.length === 0 ? 'narrower' : 'wider', 'whether there are alternatives has changed');
    return;
  }
  const fits = (before: Json, after: Json) => schemaChanges(documents, sender, before, after, '').length === 0;
  const isKept = old.every((before) => now.some((after) => fits(before, after)));
  const isKnown = now.every((after) => old.some((before) => fits(before, after)));
  if (!isKept) say(sender === 'service' ? 'other' : 'narrower', 'an alternative is gone or has changed');
  if (!isKnown) say('wider', 'an alternative is new or has changed');
}

/** `not: {anyOf: [...]}`: each of them refuses something. */
function refusalsChange(old: Json | undefined, now: Json | undefined, say: Say): void {
  const refusals = (not: Json | undefined) =>
    not === undefined ? [] : listOf(isObject(not) && not.anyOf !== undefined ? not.anyOf : [not]);
  const has = (list: Json[], one: Json) => list.some((other) => isDeepStrictEqual(other, one));
  const [before, after] = [refusals(old), refusals(now)];
  if (after.some((one) => !has(before, one))) say('narrower', 'more is refused');
  if (before.some((one) => !has(after, one))) say('wider', 'less is refused');
}

function discriminatorChange(old: Json | undefined, now: Json | undefined, say: Say): void {
  const [before, after] = [isObject(old) ? old : {}, isObject(now) ? now : {}];
  if (before.propertyName !== after.propertyName) say('other', 'the discriminator is another field');
  const mapping = isObject(after.mapping) ? after.mapping : {};
  for (const value of Object.keys(isObject(before.mapping) ? before.mapping : {})) {
    if (!(value in mapping)) say('other', `the discriminator no longer knows ${value}`);
  }
}

/** The schema with its reference followed and its `allOf` put together. */
function flattened(document: JsonObject, schema: Json | undefined): JsonObject {
  const own = resolved(document, schema);
  const { allOf, ...rest } = own;
  if (allOf === undefined) return own;
  const parts = [...listOf(allOf).map((part) => flattened(document, part)), rest];
  const merged: JsonObject = Object.assign({}, ...parts);
  const fields = Object.assign({}, ...parts.map(fieldsOf));
  if (Object.keys(fields).length > 0) merged.properties = fields;
  const required = [...new Set(parts.flatMap((part) => listOf(part.required)))];
  if (required.length > 0) merged.required = required;
  return merged;
}

export function resolved(document: JsonObject, value: Json | undefined): JsonObject {
  let found: Json | undefined = value;
  while (isObject(found) && typeof found.$ref === 'string') {
    let target: Json | undefined = document;
    for (const part of found.$ref.slice(2).split('/')) target = isObject(target) ? target[part] : undefined;
    found = target;
  }
  return isObject(found) ? found : {};
}

/** Equal texts may refer to parts that differ between the documents. */
function holdsReference(value: Json | undefined): boolean {
  if (Array.isArray(value)) return value.some(holdsReference);
  return isObject(value) && ('$ref' in value || Object.values(value).some(holdsReference));
}

const fieldsOf = (schema: JsonObject): JsonObject => (isObject(schema.properties) ? schema.properties : {});
const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);
