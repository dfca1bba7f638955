// Writes the tables of docs/ports.md from the types of the ports and their docstrings; `--check` says whether they are stale.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const PAGE = new URL('../../../docs/ports.md', import.meta.url);
const MARK = '<!-- ports: made by `npm run generate:docs` -->\n';
const CONFIG = fileURLToPath(new URL('../tsconfig.api-reference.json', import.meta.url));
const DOOR = fileURLToPath(new URL('../../../packages/core/src/index.ts', import.meta.url));

/** The ports in the order of the page, each with the types that only this port uses. */
const PORTS = [
  { name: 'EmployeeReads', service: 'employees', types: ['Employee', 'OrgRef', 'EmployeeFilter'] },
  { name: 'EmployeeExistence', service: 'employees', types: [] },
  { name: 'EmployeeWrites', service: 'employees', types: ['StatusChange'] },
  { name: 'AttendanceReads', service: 'attendance', types: ['AttendanceRecord', 'GpsPoint', 'AttendanceFilter'] },
  { name: 'LeaveReads', service: 'leave', types: ['LeaveRequest', 'LeaveFilter'] },
  { name: 'OrganizationReads', service: 'organization', types: ['Department', 'Branch'] },
  { name: 'ShiftReads', service: 'shifts', types: ['Shift'] },
  { name: 'TokenChecks', service: 'tokens', types: ['TokenActor'] },
  { name: 'CallAudit', service: 'audit', types: [] },
  { name: 'Clock', service: 'clock', types: [] },
];
/** Types that several ports use. */
const SHARED = ['PageRequest', 'Page', 'WriteOptions'];

const { config } = ts.readConfigFile(CONFIG, ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, fileURLToPath(new URL('..', import.meta.url)));
const program = ts.createProgram([DOOR], options);
const checker = program.getTypeChecker();
const door = checker.getSymbolAtLocation(program.getSourceFile(DOOR));
const exported = new Map(checker.getExportsOfModule(door).map((symbol) => [symbol.name, resolved(symbol)]));

const sections = PORTS.map(({ name, service, types }) =>
  [
    `### \`${service}\`: ${name}`,
    ...tableOf(name, 'method'),
    ...types.flatMap((type) => [`**${type}**`, ...tableOf(type, 'field')]),
  ].join('\n\n'),
);
const shared = [
  '### What several take and give',
  ...SHARED.flatMap((type) => [`**${type}**`, ...tableOf(type, 'field')]),
];
const tables = [...sections, ...shared].join('\n\n');

const page = readFileSync(PAGE, 'utf8');
const [before, ...rest] = page.split(MARK);
if (rest.length !== 1) throw new Error(`docs/ports.md needs the line ${MARK}once, at its end.`);
const wanted = `${before}${MARK}\n${tables}\n`;
if (!process.argv.includes('--check')) writeFileSync(PAGE, wanted);
else if (page !== wanted) {
  console.error('The tables of docs/ports.md are not those of the types: npm run generate:docs');
  process.exitCode = 1;
}

function resolved(symbol) {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** The docstring, and a row for each member, including inherited ones. */
function tableOf(name, column) {
  const symbol = exported.get(name);
  if (symbol === undefined) throw new Error(`@shaon/core has no ${name}.`);
  const members = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol));
  const rows = members.map((member) => `| ${code(signatureOf(member))} | ${cell(docOf(member))} |`);
  return [docOf(symbol), [`| ${column} | |`, '|---|---|', ...rows].join('\n')];
}

/** The source text on one line. */
function signatureOf(member) {
  const [declaration] = member.declarations;
  const printer = ts.createPrinter({ removeComments: true });
  // Of a class's method only the signature.
  const { name, questionToken, parameters, type } = declaration;
  const source = declaration.getSourceFile();
  const print = (node) => printer.printNode(ts.EmitHint.Unspecified, node, source).replaceAll(/\s+/g, ' ');
  const head = `${name.getText(source)}${questionToken === undefined ? '' : '?'}`;
  const taken = parameters === undefined ? '' : `(${parameters.map(print).join(', ')})`;
  return `${head}${taken}: ${type === undefined ? 'unknown' : print(type)}`.replaceAll('readonly ', '');
}

function docOf(symbol) {
  return ts.displayPartsToString(symbol.getDocumentationComment(checker)).replaceAll(/\s+/g, ' ').trim();
}

function code(text) {
  return `\`${text.replaceAll('|', '\\|')}\``;
}

function cell(text) {
  return text.replaceAll('|', '\\|');
}
