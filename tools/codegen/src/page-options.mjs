// Writes the table of the pages' options in docs/embedding.md from their docstrings; `--check` says whether it is stale.
import { readFileSync, writeFileSync } from 'node:fs';
import ts from 'typescript';

const PAGE = new URL('../../../docs/embedding.md', import.meta.url);
const SOURCE = new URL('../../../packages/http-koa/src/admin/options.ts', import.meta.url);
const START = '<!-- options of the pages: made by `npm run generate:docs` -->\n';
const END = '<!-- end of the options -->\n';

const source = ts.createSourceFile('options.ts', readFileSync(SOURCE, 'utf8'), ts.ScriptTarget.Latest, true);
const options = source.statements.find((one) => ts.isInterfaceDeclaration(one) && one.name.text === 'AdminOptions');
const rows = options.members.map((member) => {
  const [comment] = ts.getJSDocCommentsAndTags(member);
  if (comment === undefined) throw new Error(`${member.name.text} has no docstring.`);
  const text = ts.getTextOfJSDocComment(comment.comment).replaceAll(/\s+/g, ' ').replaceAll('|', '\\|');
  return `| \`${member.name.text}\` | ${text.replaceAll(/ \((?:SPEC|D:)[^)]*\)/g, '')} |`;
});

const page = readFileSync(PAGE, 'utf8');
const [before, ...rest] = page.split(START);
const after = rest.join('').split(END);
if (rest.length !== 1 || after.length !== 2) throw new Error(`docs/embedding.md needs ${START}and ${END}once.`);
const wanted = `${before}${START}\n${['| option | |', '|---|---|', ...rows].join('\n')}\n\n${END}${after[1]}`;
if (!process.argv.includes('--check')) writeFileSync(PAGE, wanted);
else if (page !== wanted) {
  console.error('The options of the pages in docs/embedding.md are not those of the code: npm run generate:docs');
  process.exitCode = 1;
}
