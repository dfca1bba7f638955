// Writes the tables of docs/schema.md from the entities, which a test compares with the migrated databases; `--check`
// says whether they are stale.
import { readFileSync } from 'node:fs';
import { coreEntities } from '@shaon/core';
import { webhookEntities } from '@shaon/webhooks';
import { keepGenerated } from './keep-generated.mjs';
import { TABLES } from './schema-tables.mjs';

const PAGE = new URL('../../../docs/schema.md', import.meta.url);
const MARK = '<!-- schema: made by `npm run generate:docs` -->\n';

const tablesOf = (dialect) =>
  new Map([...coreEntities(dialect), ...webhookEntities(dialect)].map(({ options }) => [options.tableName, options]));
const postgres = tablesOf('postgres');
const sqlite = tablesOf('sqlite');

const undescribed = [...postgres.keys()].filter((name) => TABLES[name] === undefined);
const gone = Object.keys(TABLES).filter((name) => !postgres.has(name));
if (undescribed.length + gone.length > 0) {
  throw new Error(
    `tools/docs/src/schema-tables.mjs lacks ${undescribed.join(', ')} and has too much: ${gone.join(', ')}`,
  );
}

const sections = [...postgres.keys()].map(sectionOf);
const page = readFileSync(PAGE, 'utf8');
const [before, ...rest] = page.split(MARK);
if (rest.length !== 1) throw new Error(`docs/schema.md needs the line ${MARK}once, at its end.`);
const wanted = `${before}${MARK}\n${sections.join('\n\n')}\n`;
keepGenerated(PAGE, wanted, 'The tables of docs/schema.md are not those of the entities');

function sectionOf(name) {
  const { holds, stable = [] } = TABLES[name];
  const { columns, foreignKeys = [], uniques = [] } = postgres.get(name);
  const inSqlite = Object.values(sqlite.get(name).columns);
  const lost = stable.filter((column) => !Object.values(columns).some((known) => known.name === column));
  if (lost.length > 0) throw new Error(`${name} has lost ${lost.join(', ')}, which docs/schema.md calls stable.`);
  const columnName = (property) => columns[property]?.name ?? property;
  const rows = Object.values(columns).map((column) => {
    const other = inSqlite.find((candidate) => candidate.name === column.name);
    const nullable = column.nullable === true ? 'yes' : '';
    return `| \`${column.name}\` | ${typeOf(column)} | ${typeOf(other)} | ${nullable} | ${stable.includes(column.name) ? 'stable' : ''} |`;
  });
  const keys = [
    ...uniques.map(({ columns: unique }) => `- unique: ${list(unique.map(columnName))}`),
    ...foreignKeys.map(({ columnNames, target, referencedColumnNames }) => {
      const [own, others] = [columnNames.map(columnName), referencedColumnNames.map(columnName)];
      return `- ${list(own)} → \`${tableOf(target)}\` ${list(others)}`;
    }),
  ];
  return [
    `### ${name}`,
    holds,
    ['| column | PostgreSQL | SQLite | null | |', '|---|---|---|---|---|', ...rows].join('\n'),
    ...(keys.length > 0 ? [keys.join('\n')] : []),
  ].join('\n\n');
}

/** The name of a table, by the name of its entity. */
function tableOf(entity) {
  const found = [...postgres.values()].find(({ name, tableName }) => name === entity || tableName === entity);
  return found?.tableName ?? entity;
}

function typeOf({ type, precision, scale }) {
  if (precision === undefined || precision === null) return type;
  return `${type}(${scale === undefined ? precision : `${precision},${scale}`})`;
}

function list(names) {
  return `(${names.map((name) => `\`${name}\``).join(', ')})`;
}
