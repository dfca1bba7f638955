import { Visitor } from 'oxc-parser';
import { parseSource } from './parse-source.mjs';

/**
 * The imports of a module: import and export … from, also of types, and `import('…')` as expression and as type.
 *
 * @param {string} file its name tells the language
 * @param {string} source
 * @returns {string[]} the specifiers, each once
 */
export function importsOf(file, source) {
  const { module, program } = parseSource(file, source);
  /** @type {(string | undefined)[]} */
  const specifiers = [
    ...module.staticImports.map((statement) => statement.moduleRequest.value),
    ...module.staticExports.flatMap((statement) => statement.entries.map((entry) => entry.moduleRequest?.value)),
    ...module.dynamicImports.map((expression) =>
      literal(source.slice(expression.moduleRequest.start, expression.moduleRequest.end)),
    ),
  ];
  const visitor = new Visitor({ TSImportType: (node) => void specifiers.push(node.source.value) });
  visitor.visit(program);
  return [...new Set(specifiers.filter((specifier) => specifier !== undefined))];
}

/** @param {string} text of an expression; only a plain string is a specifier that can be checked */
function literal(text) {
  return /^(['"`])([^'"`$\\]*)\1$/.exec(text)?.[2];
}
