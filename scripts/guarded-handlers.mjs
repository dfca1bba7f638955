import { Visitor } from 'oxc-parser';
import { parseSource } from './parse-source.mjs';

/*
 * Finds callbacks of event emitters, timers and observers that no guard wraps, because an error thrown there would end
 * the process. The guards are `guardedHandler` and `guardedStep` of core, and `guarded` of client-sdk, which imports no
 * other package.
 */

const GUARDS = new Set(['guardedHandler', 'guardedStep']);
/** The guard of client-sdk, by the file that exports it. */
const SDK_GUARD = { name: 'guarded', file: './hooks.ts' };

/** Methods that take an event's name and a listener. */
const LISTENING = new Set(['on', 'once', 'addListener', 'prependListener', 'prependOnceListener', 'addEventListener']);
/** Methods whose callback may stand at any place. */
const CALLING_BACK = new Set(['listen', 'close', 'send', 'nextTick', 'setTimeout', 'connect']);
/** Called as global functions. */
const TIMERS = new Set(['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask']);
const OBSERVERS = new Set(['PerformanceObserver', 'FinalizationRegistry']);
/** Settling a promise does not throw, nor does aborting a controller, starting a timer anew or setting a variable. */
const SETTLING = new Set(['resolve', 'reject']);
const HARMLESS_METHODS = new Set([...SETTLING, 'abort', 'refresh']);

/**
 * @param {string} file its name tells the language
 * @param {string} source
 * @param {ReadonlySet<string>} [guardMakers] functions of other files that return a guarded function
 * @returns {string[]} the calls, as written, with their line: `12: socket.once('close', refuse)`
 */
export function unguardedHandlers(file, source, guardMakers = new Set()) {
  const { calls, safe, makers, promising } = partsOf(file, source, guardMakers);
  const isSafe = (/** @type {any} */ node) => isGuardedBy(node, safe, makers) || isHarmless(node, safe);
  return calls
    .filter((call) => !promising.has(call.callee.name) && !callbacksOf(call).every(isSafe))
    .map((call) => {
      const line = source.slice(0, call.start).split('\n').length;
      return `${line}: ${source.slice(call.start, call.end).replaceAll(/\s+/g, ' ')}`;
    });
}

/**
 * The functions of a file that return a guarded function: `repairTask`.
 *
 * @param {string} file
 * @param {string} source
 * @returns {ReadonlySet<string>}
 */
export function guardMakersOf(file, source) {
  return partsOf(file, source, GUARDS).makers;
}

/**
 * @typedef {object} Parts
 * @property {any[]} calls the calls, and the observers that are made
 * @property {Set<string>} safe names that stand only for functions that do not throw; private fields with their `#`
 * @property {Set<string>} makers functions that return a guarded function
 * @property {Set<string>} promising timers of node:timers/promises, which take no callback
 */

/** @param {string} file @param {string} source @param {ReadonlySet<string>} guards @returns {Parts} */
function partsOf(file, source, guards) {
  const { program } = parseSource(file, source);
  /** @type {Parts} */
  const parts = { calls: [], safe: new Set(SETTLING), makers: new Set([...GUARDS, ...guards]), promising: new Set() };
  /** @type {{ name: string, value: any }[]} */
  const assigned = [];
  /** @type {{ name: string, returned: any }[]} */
  const functions = [];
  new Visitor({
    ImportDeclaration: (/** @type {any} */ { source: from, specifiers }) => {
      for (const { local } of specifiers) {
        if (from.value === 'node:timers/promises') parts.promising.add(local.name);
        if (from.value.endsWith(SDK_GUARD.file) && local.name === SDK_GUARD.name) parts.makers.add(local.name);
      }
    },
    VariableDeclarator: (/** @type {any} */ { id, init }) => {
      if (id.type === 'Identifier') assigned.push({ name: id.name, value: init });
      if (init?.type === 'ArrowFunctionExpression') functions.push({ name: id.name, returned: init.body });
    },
    PropertyDefinition: (/** @type {any} */ { key, value }) => {
      assigned.push({ name: nameOf(key), value });
    },
    AssignmentExpression: (/** @type {any} */ { left, right }) => {
      if (left.type === 'MemberExpression') assigned.push({ name: nameOf(left.property), value: right });
    },
    FunctionDeclaration: (/** @type {any} */ { id, body }) => {
      const returned = body?.body.at(-1);
      if (returned?.type === 'ReturnStatement') functions.push({ name: id.name, returned: returned.argument });
    },
    CallExpression: (/** @type {any} */ node) => void parts.calls.push(node),
    NewExpression: (/** @type {any} */ node) => void parts.calls.push(node),
  }).visit(program);
  for (const { name, returned } of functions) if (isGuard(returned, parts.makers)) parts.makers.add(name);
  const isUnsafe = (/** @type {any} */ value) => !isGuard(value, parts.makers) && !isHarmless(value, parts.safe);
  const unsafe = new Set(assigned.filter(({ value }) => value && isUnsafe(value)).map(({ name }) => name));
  for (const { name, value } of assigned) if (value && !unsafe.has(name)) parts.safe.add(name);
  return parts;
}

/** The arguments of a call that may be functions. */
function callbacksOf(/** @type {any} */ { type, callee, arguments: given }) {
  if (type === 'NewExpression') return OBSERVERS.has(callee.name) ? given : [];
  if (callee.type === 'Identifier') {
    if (callee.name === 'createServer') return given.filter(isFunctionLike);
    return TIMERS.has(callee.name) ? given.slice(0, 1) : [];
  }
  if (callee.type !== 'MemberExpression') return [];
  const name = nameOf(callee.property);
  if (LISTENING.has(name)) return given.slice(1, 2);
  if (name === 'nextTick') return given.slice(0, 1);
  return CALLING_BACK.has(name) ? given.filter(isFunctionLike) : [];
}

/** @param {any} node @param {ReadonlySet<string>} safe @param {ReadonlySet<string>} makers */
function isGuardedBy(node, safe, makers) {
  if (node.type === 'Identifier') return safe.has(node.name);
  if (node.type === 'MemberExpression') return node.object.type === 'ThisExpression' && safe.has(nameOf(node.property));
  return isGuard(node, makers);
}

/** @param {any} node @param {ReadonlySet<string>} makers */
function isGuard(node, makers) {
  return node?.type === 'CallExpression' && node.callee.type === 'Identifier' && makers.has(node.callee.name);
}

/**
 * `() => undefined`, `() => resolve(true)`, `() => reject(new Error('too late'))`, `(answer) => asked.shift()?.resolve(answer)`
 *
 * @param {any} node
 * @param {ReadonlySet<string>} safe
 */
function isHarmless(node, safe) {
  if (node?.type !== 'ArrowFunctionExpression') return false;
  if (node.body.type === 'BlockStatement') return node.body.body.every(isPlainAssignment);
  const body = node.body.type === 'ChainExpression' ? node.body.expression : node.body;
  if (body.type === 'Identifier') return body.name === 'undefined';
  if (body.type !== 'CallExpression' || !body.arguments.every(isAtHand)) return false;
  const { callee } = body;
  if (callee.type === 'Identifier') return SETTLING.has(callee.name) && safe.has(callee.name);
  return callee.type === 'MemberExpression' && HARMLESS_METHODS.has(nameOf(callee.property)) && isAtHand(callee.object);
}

/** `isWritable = true;` */
function isPlainAssignment(/** @type {any} */ { type, expression }) {
  if (type !== 'ExpressionStatement' || expression.type !== 'AssignmentExpression') return false;
  return isAtHand(expression.left) && expression.right.type === 'Literal';
}

/**
 * Whether a value is made without code of ours that may throw: an error made of texts counts as such.
 *
 * @param {any} node
 * @returns {boolean}
 */
function isAtHand(node) {
  switch (node?.type) {
    case 'Literal':
    case 'Identifier':
    case 'ThisExpression':
      return true;
    case 'MemberExpression':
      return isAtHand(node.object);
    case 'TemplateLiteral':
      return node.expressions.every(isAtHand);
    case 'ObjectExpression':
      return node.properties.every((/** @type {any} */ { value }) => isAtHand(value));
    case 'NewExpression':
      return node.callee.type === 'Identifier' && node.arguments.every(isAtHand);
    case 'CallExpression':
      return nameOf(node.callee.property) === 'shift' && isAtHand(node.callee.object);
    default:
      return false;
  }
}

/** @param {any} key an identifier, or a private one with its `#` */
function nameOf(key) {
  return key?.type === 'PrivateIdentifier' ? `#${key.name}` : (key?.name ?? '');
}

/** @param {any} node */
function isFunctionLike(node) {
  return ['ArrowFunctionExpression', 'FunctionExpression', 'CallExpression'].includes(node.type);
}
