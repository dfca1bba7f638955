import { addAdmin } from './admin.ts';
import { addAudit } from './audit.ts';
import { addCheck } from './check.ts';
import type { AddCommand } from './command.ts';
import { addCompany } from './company.ts';
import { addConfig } from './config.ts';
import { addDemo } from './demo.ts';
import { addDoctor } from './doctor.ts';
import { addExport } from './export.ts';
import { addIdNumbers } from './id-numbers.ts';
import { addImport } from './import.ts';
import { addKeys } from './keys.ts';
import { addMigrate } from './migrate.ts';
import { addMove } from './move.ts';
import { addPrune } from './prune.ts';
import { addServe } from './serve.ts';
import { addWorker } from './worker.ts';

/** Every command of `shaon`, in the order of its help. */
export const COMMANDS: readonly AddCommand[] = [
  addServe,
  addWorker,
  addMigrate,
  addCompany,
  addAdmin,
  addImport,
  addExport,
  addMove,
  addCheck,
  addDemo,
  addDoctor,
  addConfig,
  addKeys,
  addIdNumbers,
  addPrune,
  addAudit,
];
