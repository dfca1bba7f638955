import { parseSync, Visitor } from 'oxc-parser';

/*
 * Finds event listeners and timers whose callback is not wrapped in `guardedHandler`, because an error thrown there
 * would end the process.
 */

const LISTENING = new Set([
  'on',
  'once',
  'addListener',
  'prependListener',
  'prependOnceListener',
  'addEventListener',
  'listen',
  'close',
  'send',
  'nextTick',
]);
/** Called as global functions; `server.setTimeout(120)` is another function. */
const TIMERS = new Set(['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'createServer']);
/** Settling a promise does not throw. */
const SETTLING = new Set(['resolve', 'reject']);

/**
 * @param {string} file its name tells the language
 * @param {string} source
 * @returns {string[]} the calls, as written, with their line: `12: socket.once('close', refuse)`
 */
export function unguardedHandlers(file, source) {
  const { program, errors } = parseSync(file, source);
  if (errors[0] !== undefined) throw new Error(`${file}: ${errors[0].message}`);
  /** @type {Set<string>} */
  const guarded = new Set();
  /** @type {any[]} */
  const calls = [];
  new Visitor({
    VariableDeclarator: (/** @type {any} */ node) => {
      if (node.id.type === 'Identifier' && isGuard(node.init)) guarded.add(node.id.name);
    },
    CallExpression: (/** @type {any} */ node) => void calls.push(node),
  }).visit(program);
  return calls
    .filter(
      (call) =>
        takesHandler(call) && !callbacksOf(call).every((/** @type {any} */ callback) => isSafe(callback, guarded)),
    )
    .map((call) => {
      const line = source.slice(0, call.start).split('\n').length;
      return `${line}: ${source.slice(call.start, call.end).replaceAll(/\s+/g, ' ')}`;
    });
}

/** @param {any} call */
function takesHandler(call) {
  const { callee } = call;
  if (callee.type === 'Identifier') return TIMERS.has(callee.name);
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return false;
  return LISTENING.has(callee.property.name);
}

/** The arguments that may be functions: the first one of a timer, all but the event's name of a listener. */
function callbacksOf(/** @type {any} */ { callee, arguments: given }) {
  const name = callee.type === 'Identifier' ? callee.name : callee.property.name;
  if (name === 'nextTick' || (TIMERS.has(name) && name !== 'createServer'))
    return given.slice(0, 1).filter(isNoLiteral);
  if (name === 'on' || name === 'once' || name.startsWith('add') || name.startsWith('prepend'))
    return given.slice(1, 2);
  return given.filter(isFunctionLike);
}

/** @param {any} node @param {ReadonlySet<string>} guarded */
function isSafe(node, guarded) {
  if (node.type === 'Identifier') return SETTLING.has(node.name) || guarded.has(node.name);
  return isGuard(node) || isHarmless(node);
}

/** @param {any} node */
function isGuard(node) {
  return node?.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === 'guardedHandler';
}

/** `() => undefined`, `() => resolve(true)` */
function isHarmless(/** @type {any} */ node) {
  if (node.type !== 'ArrowFunctionExpression') return false;
  const { body } = node;
  if (body.type === 'Identifier') return body.name === 'undefined';
  return (
    body.type === 'CallExpression' &&
    body.callee.type === 'Identifier' &&
    SETTLING.has(body.callee.name) &&
    body.arguments.every((/** @type {any} */ argument) => !isNoLiteral(argument))
  );
}

/** @param {any} node */
function isNoLiteral(node) {
  return node.type !== 'Literal';
}

/** @param {any} node */
function isFunctionLike(node) {
  return node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression' || isGuard(node);
}
