import { Visitor } from 'oxc-parser';
import { parseSource } from './parse-source.mjs';

/*
 * Finds what uses the database beside the transaction of a write, inside the write or in functions of the same file that
 * it calls. A row that is read there may differ from the one that the write has locked.
 */

const DATABASE = 'database';
/** The functions whose callback runs inside a transaction. */
const WRITES = new Set(['write', 'writeAllCompanies', 'transaction', 'createWithExternalId']);
/** Members of `database` that a write may use, because they stay in its transaction. */
const WITHIN = new Set(['dialect', 'unitOfWork', 'within', 'withinAllCompanies']);
/** Members that open a scope which reads outside of it. */
const READS = new Set(['scope', 'allCompanies', 'scopeBeforeWrite']);

/**
 * @param {string} file its name tells the language
 * @param {string} source
 * @returns {number[]} the lines that use the database so
 */
export function readsInsideWrites(file, source) {
  /** @type {any[]} */
  const calls = [];
  /** @type {any[]} */
  const names = [];
  /** Where a name is a member of something else than `this`, or is the database but stays in the transaction. */
  const harmless = new Set();
  /** @type {any[]} */
  const blocks = [];
  /**
   * Functions and methods of this file, and the scopes that a read has opened, each within the block that knows its name.
   *
   * @type {{ name: string, value: any, block: any }[]}
   */
  const definitions = [];
  const { program } = parseSource(file, source);
  const define = (/** @type {any} */ { name }, /** @type {any} */ value) =>
    definitions.push({ name, value, block: blocks.at(-1) ?? program });
  new Visitor({
    CallExpression: (/** @type {any} */ node) => {
      calls.push(node);
      if (isJoined(node)) harmless.add((node.callee.object.property ?? node.callee.object).start);
    },
    Identifier: (/** @type {any} */ node) => void names.push(node),
    PrivateIdentifier: (/** @type {any} */ node) => void names.push(node),
    MemberExpression: (/** @type {any} */ { object, property, computed }) => {
      const isDatabase = nameOf(property) === DATABASE;
      if (!computed && object.type !== 'ThisExpression' && !isDatabase) harmless.add(property.start);
      if (nameOf(object) === DATABASE && WITHIN.has(nameOf(property))) harmless.add((object.property ?? object).start);
    },
    BlockStatement: (node) => void blocks.push(node),
    'BlockStatement:exit': () => void blocks.pop(),
    FunctionDeclaration: (node) => void define(node.id, node.body),
    MethodDefinition: ({ key, value }) => void define(key, value.body),
    VariableDeclarator: (/** @type {any} */ { id, init }) => {
      if (init && (isFunction(init) || isRead(init))) define(id, init.body ?? init);
    },
  }).visit(program);

  const used = names.filter(({ start }) => !harmless.has(start));
  const inWrites = calls.filter((call) => WRITES.has(nameOf(call.callee))).flatMap((call) => call.arguments.slice(1));
  for (const part of inWrites) {
    for (const each of used.filter((name) => isIn(name, part))) {
      for (const { name, value, block } of definitions) {
        if (name === each.name && isIn(each, block) && !inWrites.includes(value)) inWrites.push(value);
      }
    }
  }
  const found = used.filter((each) => each.name === DATABASE && inWrites.some((part) => isIn(each, part)));
  return [...new Set(found.map(({ start }) => source.slice(0, start).split('\n').length))];
}

/** The name of a variable, or of the last member: `database` in `this.#parts.database`. @param {any} node */
function nameOf({ name, property }) {
  return name ?? property?.name;
}

/** @param {any} node */
function isRead({ type, callee }) {
  return type === 'CallExpression' && nameOf(callee.object ?? {}) === DATABASE && READS.has(nameOf(callee));
}

/** A write in a savepoint of the transaction: `database.write(actor, 'name', { manager }, …)`. @param {any} node */
function isJoined({ callee, arguments: given }) {
  if (nameOf(callee.object ?? {}) !== DATABASE || nameOf(callee) !== 'write') return false;
  return given[2]?.properties?.some((/** @type {any} */ { key }) => nameOf(key ?? {}) === 'manager') ?? false;
}

/** @param {any} node @param {any} part */
function isIn(node, part) {
  return part.start <= node.start && node.end <= part.end;
}

/** @param {any} node */
function isFunction({ type }) {
  return type === 'ArrowFunctionExpression' || type === 'FunctionExpression';
}
