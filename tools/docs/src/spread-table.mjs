// Writes the table of docs/scaling.md that says how a cluster would distribute each table, from the entities; `--check`
// says whether it is stale. A unique key that does not begin with the company needs its reason here.
import { readFileSync } from 'node:fs';
import { coreEntities } from '@shaon/core';
import { webhookEntities } from '@shaon/webhooks';
import { keepGenerated } from './keep-generated.mjs';

const PAGE = new URL('../../../docs/scaling.md', import.meta.url);
const MARK = '<!-- spread: made by `npm run generate:docs` -->\n';
const END = '\n<!-- end of spread -->';

/** Unique keys of companies' tables that do not begin with the company, with the reason. */
const BEYOND = {
  'shaon_employee (id_number_hash)': 'an ID number is unique in the installation where its scope says so',
  'shaon_login (email_key)': 'an address signs in without naming its company',
  'shaon_session (digest)': 'a browser names no company',
  'shaon_access_link (digest)': 'a link names no company',
  'shaon_token (digest)': 'a caller names no company',
  'shaon_webhook_delivery (event_id, endpoint_id, run)': 'an event has one company: the company can stand before it',
  'shaon_webhook_attempt (delivery_id, number)': 'a delivery has one company: the company can stand before it',
};

/** Tables that cannot simply be distributed by `company_id`. */
const OTHERWISE = {
  shaon_company: 'on every machine: others refer to it and are joined with it',
  shaon_audit: 'one machine: a call with an unknown token has no company',
};

const entities = [...coreEntities('postgres'), ...webhookEntities('postgres')].map(({ options }) => options);
const found = new Set();
const rows = entities.map((entity) => {
  const { tableName, columns, uniques = [], indices = [] } = entity;
  const ofCompanies = columns.companyId !== undefined || tableName === 'shaon_company';
  const spread =
    OTHERWISE[tableName] ?? (ofCompanies ? 'by `company_id`' : 'one machine, or every one: it has no company');
  const keys = [...uniques, ...indices.filter(({ unique }) => unique)].map((key) => key.columns);
  const beyond = keys
    .filter(([first]) => ofCompanies && first !== 'companyId')
    .map((key) => {
      const names = key.map((property) => columns[property]?.name ?? property).join(', ');
      const name = `${tableName} (${names})`;
      if (BEYOND[name] === undefined)
        throw new Error(`${name} does not begin with the company: tools/docs/src/spread-table.mjs`);
      found.add(name);
      return `\`(${names})\`: ${BEYOND[name]}`;
    });
  return `| \`${tableName}\` | ${spread} | ${beyond.join('; ')} |`;
});
const gone = Object.keys(BEYOND).filter((name) => !found.has(name));
if (gone.length > 0) throw new Error(`tools/docs/src/spread-table.mjs has too much: ${gone.join(', ')}`);
const table = ['| table | spread | unique keys that do not begin with the company |', '|---|---|---|', ...rows].join(
  '\n',
);

const page = readFileSync(PAGE, 'utf8');
const [before, rest] = page.split(MARK);
const after = rest?.split(END)[1];
if (after === undefined) throw new Error(`docs/scaling.md needs the line ${MARK}and after it ${END}`);
const wanted = `${before}${MARK}\n${table}\n${END}${after}`;
keepGenerated(PAGE, wanted, 'The table of docs/scaling.md is not that of the entities');
