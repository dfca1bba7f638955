import { Visitor } from 'oxc-parser';
import { parseSource } from './parse-source.mjs';

/* Reads which handlers the packages guard, and inside which of them a test throws. */

const GUARDS = new Set(['guardedHandler', 'guardedStep']);

/**
 * The names of the handlers of a file, as the log tells them; `*` for the part of a name that varies. A wrapper takes
 * the name of its handler in one object with the log: `onRequestEnd({ log, name: 'request log' }, …)`.
 *
 * @param {string} file its name tells the language
 * @param {string} source
 * @returns {string[]}
 */
export function handlerNames(file, source) {
  /** @type {string[]} */
  const names = [];
  new Visitor({
    CallExpression: (/** @type {any} */ { callee, arguments: given }) => {
      if (!GUARDS.has(callee.name)) return;
      const [, name] = given;
      // In a wrapper, whose callers name the handler.
      if (name.name !== 'name') names.push(textOf(name) ?? source.slice(name.start, name.end));
    },
    ObjectExpression: (/** @type {any} */ { properties }) => {
      const [log, name] = ['log', 'name'].map((key) =>
        properties.find((/** @type {any} */ property) => property.key?.name === key),
      );
      const text = log === undefined ? undefined : textOf(name?.value);
      if (text !== undefined) names.push(text);
    },
  }).visit(parseSource(file, source).program);
  return names;
}

/**
 * The names that a test declares as those of handlers that failed: the members `handler` and `unlogged` of its tables,
 * and constants called `handler`.
 *
 * @param {string} file
 * @param {string} source
 * @returns {string[]}
 */
export function thrownNames(file, source) {
  /** @type {string[]} */
  const names = [];
  const collect = (/** @type {any} */ value) => {
    const texts = (value?.type === 'ArrayExpression' ? value.elements : [value]).map(textOf);
    names.push(...texts.filter((/** @type {string | undefined} */ text) => text !== undefined));
  };
  new Visitor({
    Property: (/** @type {any} */ { key, value }) => {
      if (key.name === 'handler' || key.name === 'unlogged') collect(value);
    },
    VariableDeclarator: (/** @type {any} */ { id, init }) => {
      if (id.name === 'handler') collect(init);
    },
  }).visit(parseSource(file, source).program);
  return names;
}

/**
 * Whether a test throws inside a handler of this name.
 *
 * @param {string} name with `*` for the part that varies
 * @param {ReadonlySet<string>} thrown
 */
export function isThrownInto(name, thrown) {
  const [start = '', end] = name.split('*');
  if (end === undefined) return thrown.has(name);
  return [...thrown].some((each) => each.length >= name.length && each.startsWith(start) && each.endsWith(end));
}

/** The text of a literal or a template; undefined for anything else. */
function textOf(/** @type {any} */ node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type !== 'TemplateLiteral') return undefined;
  return node.quasis.map((/** @type {any} */ { value }) => value.cooked).join('*');
}
