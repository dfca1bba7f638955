import { authorize } from '../abilities-and-roles.ts';
import type { Actor } from '../actor.ts';
import type { CompanyReads } from '../database/database.ts';
import { listReading } from '../database/readings/reading.ts';
import { listShifts, type Shift } from './shift-queries.ts';

/** Reading wage presets; a host with its own may pass its own implementation. */
export interface ShiftReads {
  /** All presets of the company, by id ascending (SPEC 4, GET /shifts). */
  list(actor: Actor): Promise<Shift[]>;
}

export function createShiftReads({ database }: { readonly database: CompanyReads }): ShiftReads {
  return {
    async list(actor) {
      authorize(actor, 'shifts.read');
      return listShifts(database.scope(actor, listReading('shifts.list')));
    },
  };
}
