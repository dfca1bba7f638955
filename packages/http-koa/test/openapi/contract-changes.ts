import { isDeepStrictEqual } from 'node:util';
import { isObject, type Json, type JsonObject } from './contract.ts';
import { type Documents, resolved, type Sender, schemaChanges } from './schema-changes.ts';

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];
/** Members of a parameter or header beside its schema that a client need not care about. */
const FREE = new Set(['description', 'example', 'examples', 'schema', 'required', 'deprecated']);

/**
 * What clients of an older document would notice of a newer one, each as `place: what` (SPEC 9); empty when nothing
 * breaks. New paths, operations, optional parameters, response fields, headers and refusals break nobody.
 */
export function breakingChanges(before: JsonObject, after: JsonObject): string[] {
  const documents: Documents = { before, after };
  const found = [...basePathChanges(documents), ...securitySchemeChanges(documents)];
  for (const { place, old, now, path, nowPath } of operationPairs(documents, 'paths')) {
    if (now === null) found.push(`${place}: is gone`);
    else found.push(...operationChanges(documents, place, { ...old, path }, { ...now, path: nowPath }));
  }
  for (const { place, old, now } of operationPairs(documents, 'x-webhooks')) {
    if (now === null) found.push(`${place}: is gone`);
    else found.push(...webhookChanges(documents, place, old, now));
  }
  found.push(...responsesChanges(documents, 'elsewhere', before['x-other-responses'], after['x-other-responses']));
  return found;
}

interface Pair {
  readonly place: string;
  readonly old: JsonObject;
  readonly now: JsonObject | null;
  readonly path: JsonObject;
  readonly nowPath: JsonObject;
}

function operationPairs({ before, after }: Documents, section: string): Pair[] {
  const [old, now] = [objectOf(before[section]), objectOf(after[section])];
  return Object.entries(old).flatMap(([name, item]) => {
    const [path, nowPath] = [resolved(before, item), resolved(after, now[name])];
    return METHODS.filter((method) => method in path).map((method) => ({
      ...{ place: `${method} ${name}`, path, nowPath, old: resolved(before, path[method]) },
      now: method in nowPath ? resolved(after, nowPath[method]) : null,
    }));
  });
}

/** The path behind the host: a client has it in its configuration. */
function basePathChanges({ before, after }: Documents): string[] {
  const paths = ({ servers }: JsonObject) =>
    listOf(servers).map((server) => String(objectOf(server).url).replace(/^[a-z]+:\/\/[^/]*/, ''));
  const now = paths(after);
  return [...new Set(paths(before))].filter((path) => !now.includes(path)).map((path) => `servers: ${path} is gone`);
}

function securitySchemeChanges({ before, after }: Documents): string[] {
  const schemes = (document: JsonObject) => objectOf(objectOf(document.components).securitySchemes);
  const now = schemes(after);
  return Object.entries(schemes(before)).flatMap(([name, scheme]) => {
    const place = `security scheme ${name}`;
    const { description: _old, 'x-abilities': abilities, ...old } = objectOf(scheme);
    const { description: _new, 'x-abilities': nowAbilities, ...other } = objectOf(now[name]);
    const gone = Object.keys(objectOf(abilities)).filter((ability) => !(ability in objectOf(nowAbilities)));
    return [
      ...(isDeepStrictEqual(old, other) ? [] : [`${place}: is another`]),
      ...gone.map((ability) => `${place}: the ability ${ability} is gone`),
    ];
  });
}

function operationChanges(
  documents: Documents,
  place: string,
  old: JsonObject & { path: JsonObject },
  now: JsonObject & { path: JsonObject },
): string[] {
  const found: string[] = [];
  const optional = (operation: JsonObject) => listOf(operation['x-optional-abilities']);
  const security = (operation: JsonObject, document: JsonObject) => operation.security ?? document.security ?? [];
  if (old.operationId !== now.operationId) found.push(`${place}: operationId is ${now.operationId}`);
  if (old['x-required-ability'] !== now['x-required-ability']) {
    found.push(`${place}: needs ${now['x-required-ability']}, was ${old['x-required-ability']}`);
  }
  for (const ability of optional(old).filter((one) => !optional(now).includes(one))) {
    found.push(`${place}: ${ability} adds nothing any more`);
  }
  if (!isDeepStrictEqual(security(old, documents.before), security(now, documents.after))) {
    found.push(`${place}: security is another`);
  }
  const [parameters, nowParameters] = [
    parametersOf(documents.before, old.path, old),
    parametersOf(documents.after, now.path, now),
  ];
  found.push(...parameterChanges(documents, 'client', place, parameters, nowParameters));
  found.push(...bodyChanges(documents, 'client', place, old.requestBody, now.requestBody));
  found.push(...responsesChanges(documents, place, old.responses, now.responses));
  return found;
}

/** The service is the one that sends, and the receiver answers. */
function webhookChanges(documents: Documents, place: string, old: JsonObject, now: JsonObject): string[] {
  const [parameters, nowParameters] = [parametersOf(documents.before, {}, old), parametersOf(documents.after, {}, now)];
  const answers = Object.keys(objectOf(now.responses));
  return [
    ...parameterChanges(documents, 'service', place, parameters, nowParameters),
    ...bodyChanges(documents, 'service', place, old.requestBody, now.requestBody),
    ...Object.keys(objectOf(old.responses))
      .filter((status) => !answers.includes(status))
      .map((status) => `${place}: the answer ${status} has no meaning any more`),
  ];
}

/** By `in name`: those of the path, and of the operation instead where it has its own. */
function parametersOf(document: JsonObject, path: JsonObject, operation: JsonObject): Map<string, JsonObject> {
  const all = [...listOf(path.parameters), ...listOf(operation.parameters)].map((one) => resolved(document, one));
  return new Map(all.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter]));
}

function parameterChanges(
  documents: Documents,
  sender: Sender,
  operation: string,
  old: ReadonlyMap<string, JsonObject>,
  now: ReadonlyMap<string, JsonObject>,
): string[] {
  const found: string[] = [];
  for (const [name, parameter] of old) {
    const after = now.get(name);
    if (after === undefined) found.push(`${operation}: the parameter ${name} is gone`);
    else found.push(...namedValueChanges(documents, sender, `${operation} ${name}`, parameter, after));
  }
  for (const [name, parameter] of now) {
    if (sender === 'client' && !old.has(name) && parameter.required === true) {
      found.push(`${operation}: the new parameter ${name} is required`);
    }
  }
  return found;
}

/** A parameter or a header. */
function namedValueChanges(
  documents: Documents,
  sender: Sender,
  place: string,
  old: JsonObject,
  now: JsonObject,
): string[] {
  const found = requirednessChanges(sender, place, old, now);
  const other = (value: JsonObject) => Object.fromEntries(Object.entries(value).filter(([name]) => !FREE.has(name)));
  if (!isDeepStrictEqual(other(old), other(now))) found.push(`${place}: is written otherwise`);
  return [...found, ...schemaChanges(documents, sender, old.schema, now.schema, place)];
}

function requirednessChanges(sender: Sender, place: string, old: JsonObject, now: JsonObject): string[] {
  const [was, is] = [old.required === true, now.required === true];
  if (was === is || is === (sender === 'service')) return [];
  return [`${place}: ${is ? 'is required now' : 'may be missing now'}`];
}

function bodyChanges(
  documents: Documents,
  sender: Sender,
  operation: string,
  before: Json | undefined,
  after: Json | undefined,
): string[] {
  const place = `${operation} body`;
  if (before === undefined && after === undefined) return [];
  const [old, now] = [resolved(documents.before, before), resolved(documents.after, after)];
  if (after === undefined) return [`${place}: is gone`];
  if (before === undefined) return now.required === true ? [`${place}: is new and required`] : [];
  return [...requirednessChanges(sender, place, old, now), ...contentChanges(documents, sender, place, old, now)];
}

function contentChanges(
  documents: Documents,
  sender: Sender,
  place: string,
  old: JsonObject,
  now: JsonObject,
): string[] {
  const content = objectOf(now.content);
  return Object.entries(objectOf(old.content)).flatMap(([type, media]) =>
    type in content
      ? schemaChanges(documents, sender, objectOf(media).schema, objectOf(content[type]).schema, place)
      : [`${place}: ${type} is gone`],
  );
}

function responsesChanges(
  documents: Documents,
  operation: string,
  before: Json | undefined,
  after: Json | undefined,
): string[] {
  const [old, now] = [objectOf(before), objectOf(after)];
  const found = Object.entries(old).flatMap(([status, response]) => {
    const place = `${operation} ${status}`;
    if (!(status in now)) return [`${place}: is gone`];
    const [was, is] = [resolved(documents.before, response), resolved(documents.after, now[status])];
    return [...headerChanges(documents, place, was, is), ...contentChanges(documents, 'service', place, was, is)];
  });
  // A success that a client does not know; a refusal it takes for one of its class.
  const successes = Object.keys(now).filter((status) => /^[23]/.test(status) && !(status in old));
  return [...found, ...successes.map((status) => `${operation}: answers ${status} now`)];
}

function headerChanges(documents: Documents, response: string, old: JsonObject, now: JsonObject): string[] {
  const headers = objectOf(now.headers);
  return Object.entries(objectOf(old.headers)).flatMap(([name, header]) => {
    if (!(name in headers)) return [`${response}: the header ${name} is gone`];
    const [was, is] = [resolved(documents.before, header), resolved(documents.after, headers[name])];
    return namedValueChanges(documents, 'service', `${response} ${name}`, was, is);
  });
}

const objectOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});
const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);
