import { authorize } from '../abilities-and-roles.ts';
import type { Actor } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import { changesOf } from '../audit/audit-facts.ts';
import type { WriteOptions } from '../database/database.ts';
import { listReading } from '../database/readings/reading.ts';
import { assertVersion, type ExpectedVersion } from '../database/sql/expected-version.ts';
import { differingColumns } from '../database/sql/locked-row.ts';
import { orNotFound } from '../errors.ts';
import { type CreateOptions, createWithExternalId, removeExternalId } from '../external-ids/external-id-queries.ts';
import { validate } from '../input/validate.ts';
import type { ServiceParts } from '../service-parts.ts';
import { type ShiftRow, shiftTable } from './shift.ts';
import { type NewShift, newShiftInput, type ShiftChange, shiftChangeInput } from './shift-input.ts';
import { listShifts, type Shift } from './shift-queries.ts';

/** Reading wage presets; a host with its own may pass its own implementation. */
export interface ShiftReads {
  /** All presets of the company, by id ascending (SPEC 4, GET /shifts). */
  list(actor: Actor): Promise<Shift[]>;
}

/** A company's wage presets. Unknown and foreign ids are both `not_found` (SPEC 7). */
export interface ShiftService extends ShiftReads {
  /** Throws `invalid_input`, and `state_conflict` for an external id that is taken. */
  create(actor: Actor, input: NewShift, options?: CreateOptions): Promise<Shift>;
  /** Throws `invalid_input`, `not_found`, `state_conflict` if it no longer has the expected `versionOf`. */
  update(actor: Actor, id: number, change: ShiftChange, options?: WriteOptions & ExpectedVersion): Promise<Shift>;
  /** Throws `not_found`. */
  remove(actor: Actor, id: number, options?: WriteOptions): Promise<void>;
}

export function createShiftService({ database, audit, clock }: ServiceParts): ShiftService {
  return {
    async list(actor) {
      authorize(actor, 'shifts.read');
      return listShifts(database.scope(actor, listReading('shifts.list')));
    },

    async create(actor, input, options = {}) {
      authorize(actor, 'shifts.write');
      const shift = validate(newShiftInput, input);
      return createWithExternalId(database, actor, 'shifts.create', options, 'shift', async (company) => {
        const now = clock.now();
        const row = await company.insert(shiftTable, {
          name: shift.name,
          startTime: shift.start_time ?? null,
          endTime: shift.end_time ?? null,
          wagePercentage: shift.wage_percentage,
          createdAt: now,
          updatedAt: now,
        });
        await auditAct(audit, company, actor, 'shift.create', { shift_id: row.id });
        return toShift(row);
      });
    },

    async update(actor, id, input, { expectedVersion, ...options } = {}) {
      authorize(actor, 'shifts.write');
      const change = validate(shiftChangeInput, input);
      return database.write(actor, 'shifts.update', options, async (company) => {
        const before = orNotFound(await company.lockOne(shiftTable, id), 'shift');
        assertVersion(expectedVersion, 'shift', () => toShift(before));
        const columns = differingColumns(before, {
          name: change.name,
          startTime: change.start_time,
          endTime: change.end_time,
          wagePercentage: change.wage_percentage,
        });
        const fields = Object.keys(columns);
        if (fields.length > 0) {
          await company.update(shiftTable, before, { ...columns, updatedAt: clock.now() });
          await auditAct(audit, company, actor, 'shift.update', {
            shift_id: id,
            fields,
            ...changesOf(before, columns),
          });
        }
        return toShift({ ...before, ...columns });
      });
    },

    async remove(actor, id, options = {}) {
      authorize(actor, 'shifts.write');
      await database.write(actor, 'shifts.remove', options, async (company) => {
        const shift = orNotFound(await company.lockOne(shiftTable, id), 'shift');
        await company.remove(shiftTable, shift);
        await removeExternalId(company, 'shift', id);
        await auditAct(audit, company, actor, 'shift.remove', { shift_id: id });
      });
    },
  };
}

function toShift(row: ShiftRow): Shift {
  return {
    id: row.id,
    name: row.name,
    start_time: row.startTime,
    end_time: row.endTime,
    wage_percentage: row.wagePercentage,
  };
}
