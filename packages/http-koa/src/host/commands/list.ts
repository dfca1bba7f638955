import type { AddCommand } from './command.ts';
import { addCompany } from './company.ts';
import { addConfig } from './config.ts';
import { addKeys } from './keys.ts';
import { addMigrate } from './migrate.ts';
import { addServe } from './serve.ts';
import { addWorker } from './worker.ts';

/** Every command of `shaon`, in the order of its help. */
export const COMMANDS: readonly AddCommand[] = [addServe, addWorker, addMigrate, addCompany, addConfig, addKeys];
