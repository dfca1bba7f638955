import type { AddCommand } from './command.ts';

/** The commands of `shaon` in the order of its help, each with its loader: a server need not load what imports use. */
const COMMANDS: ReadonlyMap<string, () => Promise<AddCommand>> = new Map([
  ['serve', async () => (await import('./serve.ts')).addServe],
  ['worker', async () => (await import('./worker.ts')).addWorker],
  ['migrate', async () => (await import('./migrate.ts')).addMigrate],
  ['company', async () => (await import('./company.ts')).addCompany],
  ['admin', async () => (await import('./admin.ts')).addAdmin],
  ['import', async () => (await import('./import.ts')).addImport],
  ['punches', async () => (await import('./punches.ts')).addPunches],
  ['hours', async () => (await import('./hours.ts')).addHours],
  ['export', async () => (await import('./export.ts')).addExport],
  ['move', async () => (await import('./move.ts')).addMove],
  ['demo', async () => (await import('./demo.ts')).addDemo],
  ['doctor', async () => (await import('./doctor.ts')).addDoctor],
  ['config', async () => (await import('./config.ts')).addConfig],
  ['keys', async () => (await import('./keys.ts')).addKeys],
  ['audit', async () => (await import('./audit.ts')).addAudit],
]);

/** Loads the command of this name; for an unknown name every command, for the help. */
export function loadCommands(name: string | undefined): Promise<AddCommand[]> {
  const named = COMMANDS.get(name ?? '');
  return Promise.all((named === undefined ? [...COMMANDS.values()] : [named]).map((load) => load()));
}
