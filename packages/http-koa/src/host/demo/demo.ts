import { ABILITY_NAMES, type Core, type ImportReport, ShaonError, systemActor } from '@shaon/core';
import { DEMO_COMPANY, DEMO_MARK, demoFiles } from './demo-company.ts';
import { ensureDemoDocuments } from './demo-documents.ts';
import { ensureDemoSignIns } from './demo-sign-ins.ts';
import { readDemoToken, writeDemoToken } from './demo-token.ts';

interface DemoResult {
  readonly companyId: number;
  /** The result of the import; null if `once` left an existing demo unchanged. */
  readonly report: ImportReport | null;
}

/**
 * Creates the demo company, or updates an existing one to today; with `once` an existing one stays as it is. Its token
 * with every ability is issued once and stored in the data folder, with passwords of an admin, a manager and an
 * employee. Throws `state_conflict` if the database has any other company.
 */
export async function makeDemo(core: Core, dataDir: string, options: { readonly once: boolean }): Promise<DemoResult> {
  const existing = await findDemo(core);
  let report: ImportReport | null = null;
  if (existing === null || !options.once) {
    const company = existing === null ? { create: DEMO_COMPANY } : { id: existing };
    report = await core.imports.run({ company, files: demoFiles(core.clock.now()) });
  }
  const companyId = existing ?? (report as ImportReport).companyId;
  await ensureToken(core, dataDir, companyId);
  await ensureDemoSignIns(core, dataDir, companyId);
  await ensureDemoDocuments(core, companyId);
  return { companyId, report };
}

/** Whether this database has the demo company and no other. */
export async function isDemo(core: Core): Promise<boolean> {
  const [first, second] = await core.operator.companyIds(2);
  return first !== undefined && second === undefined && (await hasDemoMark(core, first));
}

/** The demo company's id; null in an empty database. */
async function findDemo(core: Core): Promise<number | null> {
  const [first] = await core.operator.companyIds(2);
  if (first === undefined) return null;
  if (await isDemo(core)) return first;
  throw new ShaonError(
    'state_conflict',
    'This database holds a company that is not the demo. `shaon serve` serves it. The demo wants a database of its own: set SHAON_DATA_DIR to another folder, or DATABASE_URL to an empty database.',
  );
}

/** The demo is recognised by the key of a row that only it imports. */
async function hasDemoMark(core: Core, companyId: number): Promise<boolean> {
  return (await core.externalIds.find(systemActor(companyId), 'department', DEMO_MARK)) !== null;
}

async function ensureToken(core: Core, dataDir: string, companyId: number): Promise<void> {
  const kept = readDemoToken(dataDir);
  if (kept !== null && (await core.tokens.authenticate(kept)).outcome === 'accepted') return;
  const { token } = await core.tokens.issue(systemActor(companyId), { name: 'Demo', abilities: [...ABILITY_NAMES] });
  writeDemoToken(dataDir, token);
}
