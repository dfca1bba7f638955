// Writes docs/built/tables.md from the entities, which a test compares with the migrated databases.
import { mkdirSync, writeFileSync } from 'node:fs';
import { coreEntities } from '@shaon/core';
import { webhookEntities } from '@shaon/webhooks';
import { TABLES } from './schema-tables.mjs';

const PAGE = new URL('../../../docs/built/tables.md', import.meta.url);

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

const tables = `# The tables\n\n${[...postgres.keys()].map(sectionOf).join('\n\n')}\n`;

mkdirSync(new URL('.', PAGE), { recursive: true });
writeFileSync(PAGE, tables);

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
