import { Visitor } from 'oxc-parser';
import { parseSource } from './parse-source.mjs';

/*
 * Finds calls of `readBeforeWrite` inside a write. There it would read outside of the write's transaction, where a row
 * may differ from the one that the write has locked.
 */

/** The functions whose callback runs inside a transaction. */
const WRITES = new Set(['write', 'writeAllCompanies', 'transaction', 'createWithExternalId']);
const READ = 'readBeforeWrite';

/**
 * @param {string} file its name tells the language
 * @param {string} source
 * @returns {number[]} the lines of such calls
 */
export function readsInsideWrites(file, source) {
  /** @type {any[]} */
  const calls = [];
  new Visitor({ CallExpression: (/** @type {any} */ node) => void calls.push(node) }).visit(
    parseSource(file, source).program,
  );
  const callbacks = calls
    .filter((call) => WRITES.has(calledName(call)))
    .flatMap((call) => call.arguments.filter(isFunction));
  return calls
    .filter(
      (call) => calledName(call) === READ && callbacks.some(({ start, end }) => start < call.start && call.end < end),
    )
    .map((call) => source.slice(0, call.start).split('\n').length);
}

/** @param {any} call */
function calledName({ callee }) {
  return callee.type === 'MemberExpression' ? callee.property.name : callee.name;
}

/** @param {any} node */
function isFunction({ type }) {
  return type === 'ArrowFunctionExpression' || type === 'FunctionExpression';
}
