import type { AddCommand } from './command.ts';

/**
 * Every command of `shaon`, in the order of its help, with what loads it: a server need not hold what only imports use.
 */
const COMMANDS: ReadonlyMap<string, () => Promise<AddCommand>> = new Map([
  ['serve', async () => (await import('./serve.ts')).addServe],
  ['worker', async () => (await import('./worker.ts')).addWorker],
  ['migrate', async () => (await import('./migrate.ts')).addMigrate],
  ['company', async () => (await import('./company.ts')).addCompany],
  ['admin', async () => (await import('./admin.ts')).addAdmin],
  ['import', async () => (await import('./import.ts')).addImport],
  ['export', async () => (await import('./export.ts')).addExport],
  ['move', async () => (await import('./move.ts')).addMove],
  ['check', async () => (await import('./check.ts')).addCheck],
  ['demo', async () => (await import('./demo.ts')).addDemo],
  ['doctor', async () => (await import('./doctor.ts')).addDoctor],
  ['config', async () => (await import('./config.ts')).addConfig],
  ['keys', async () => (await import('./keys.ts')).addKeys],
  ['id-numbers', async () => (await import('./id-numbers.ts')).addIdNumbers],
  ['prune', async () => (await import('./prune.ts')).addPrune],
  ['audit', async () => (await import('./audit.ts')).addAudit],
]);

/** Loads the command of this name, or every command where there is none such, for the help. */
export function loadCommands(name: string | undefined): Promise<AddCommand[]> {
  const named = COMMANDS.get(name ?? '');
  return Promise.all((named === undefined ? [...COMMANDS.values()] : [named]).map((load) => load()));
}
