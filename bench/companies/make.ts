import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { ABILITY_NAMES, type Core, createCore, type DatabaseConnection, migrateCore, systemActor } from '@shaon/core';
import { migrateWebhooks, webhookEntities } from '@shaon/webhooks';
import { bulkLoad } from '../v1/data/bulk-load.ts';
import { BENCH_KEYS } from '../v1/data/company.ts';
import { type SeedSizes, seedStatements } from './seed-sql.ts';
import { layOut, type SeededCompany } from './shape.ts';

/** A database with its companies and the tokens of those that are asked. */
export interface MadeDatabase {
  readonly connection: DatabaseConnection;
  readonly companies: readonly SeededCompany[];
  /** By the company's id. */
  readonly tokens: Readonly<Record<number, string>>;
  readonly seconds: number;
}

/** So many companies of each size are asked in turn. */
const ASKED = 100;

export const companiesOf = (companies: readonly SeededCompany[], people: number): SeededCompany[] =>
  companies.filter((one) => one.people === people).slice(0, ASKED);

export function openCore(connection: DatabaseConnection, now: () => Date): Promise<Core> {
  return createCore({
    database: connection,
    entities: webhookEntities(connection.type),
    keys: BENCH_KEYS,
    clock: { now },
    log: { info() {}, warn() {}, error: console.error },
  });
}

/** Migrates an empty database and fills it; `facts` remembers its tokens, and one that is there is used again. */
export async function makeDatabase(
  connection: DatabaseConnection,
  people: readonly number[],
  sizes: SeedSizes,
  facts: string,
): Promise<MadeDatabase> {
  const companies = layOut(people);
  if (existsSync(facts)) return { connection, companies, ...JSON.parse(readFileSync(facts, 'utf8')) };
  const start = performance.now();
  await migrateCore(connection);
  await migrateWebhooks(connection);
  await bulkLoad(connection, seedStatements(connection.type, companies, sizes));
  const asked = [...new Set(people)].flatMap((count) => companiesOf(companies, count));
  const tokens = await issueTokens(connection, asked);
  const seconds = (performance.now() - start) / 1_000;
  writeFileSync(facts, JSON.stringify({ tokens, seconds }));
  return { connection, companies, tokens, seconds };
}

async function issueTokens(
  connection: DatabaseConnection,
  companies: readonly SeededCompany[],
): Promise<Record<number, string>> {
  const core = await createCore({ database: connection, keys: BENCH_KEYS });
  const tokens: Record<number, string> = {};
  try {
    for (const { companyId } of companies) {
      const abilities = [...ABILITY_NAMES];
      tokens[companyId] = (await core.tokens.issue(systemActor(companyId), { name: 'asked', abilities })).token;
    }
  } finally {
    await core.close();
  }
  return tokens;
}
