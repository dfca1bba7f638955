import { authorize } from '../abilities-and-roles.ts';
import type { Actor } from '../actor.ts';
import type { CompanyReads } from '../database/database.ts';
import { listReading } from '../database/readings/reading.ts';
import { type AbsenceType, listAbsenceTypes } from './absence-type-queries.ts';

/** Listing the absence types. */
export interface AbsenceTypeReads {
  /** By id ascending, including retired ones, for everybody who may ask for leave. */
  list(actor: Actor): Promise<AbsenceType[]>;
}

export function createAbsenceTypeReads({ database }: { readonly database: CompanyReads }): AbsenceTypeReads {
  return {
    async list(actor) {
      authorize(actor, 'leave.own');
      return listAbsenceTypes(database.scope(actor, listReading('absenceTypes.list')));
    },
  };
}
