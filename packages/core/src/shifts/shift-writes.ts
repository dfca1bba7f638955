import { authorize } from '../abilities-and-roles.ts';
import type { Actor } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import { changesOf } from '../audit/audit-facts.ts';
import type { WriteOptions } from '../database/database.ts';
import { assertVersion, type ExpectedVersion } from '../database/sql/expected-version.ts';
import { orNotFound } from '../errors.ts';
import { type CreateOptions, createWithExternalId } from '../external-ids/create-with-external-id.ts';
import { removeExternalId } from '../external-ids/external-id-queries.ts';
import { differingColumns } from '../input/absent-and-equal-fields.ts';
import { validate } from '../input/validate.ts';
import type { WriteParts } from '../service-parts.ts';
import { type ShiftRow, shiftTable } from './shift.ts';
import { type NewShift, newShiftInput, type ShiftChange, shiftChangeInput } from './shift-input.ts';
import type { Shift } from './shift-queries.ts';

/** Creates, changes and removes wage presets. */
export interface ShiftWrites {
  /** Throws `invalid_input`, and `state_conflict` for an external id that is taken. */
  create(actor: Actor, input: NewShift, options?: CreateOptions): Promise<Shift>;
  /** Throws `invalid_input`, `not_found`, `state_conflict` if it no longer has the expected `versionOf`. */
  update(actor: Actor, id: number, change: ShiftChange, options?: WriteOptions & ExpectedVersion): Promise<Shift>;
  /** Throws `not_found`. */
  remove(actor: Actor, id: number, options?: WriteOptions): Promise<void>;
}

export function createShiftWrites({ database, audit, clock }: WriteParts): ShiftWrites {
  return {
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
