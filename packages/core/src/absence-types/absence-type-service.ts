import { object } from 'yup';
import { authorize } from '../abilities-and-roles.ts';
import type { Actor } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import { changesOf } from '../audit/audit-facts.ts';
import type { WriteOptions } from '../database/database.ts';
import { listReading } from '../database/readings/reading.ts';
import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import { violatesUnique } from '../database/sql/constraint-errors.ts';
import { assertVersion, type ExpectedVersion } from '../database/sql/expected-version.ts';
import type { Locked } from '../database/sql/locked-row.ts';
import { orNotFound } from '../errors.ts';
import { invalidField } from '../input/invalid-input-error.ts';
import { issue } from '../input/issue.ts';
import { text } from '../input/text-fields.ts';
import { defineInput, validate } from '../input/validate.ts';
import type { ServiceParts } from '../service-parts.ts';
import { type AbsenceTypeRow, absenceTypeTable, DEFAULT_ABSENCE_LABELS, type LabelHistory } from './absence-type.ts';
import { type AbsenceType, insertIfAbsent, listAbsenceTypes, toAbsenceType } from './absence-type-queries.ts';

/** A label is stored trimmed and in NFC, so that equal labels are equal texts (D:Q19). */
export const absenceLabelInput = defineInput(object({ label: text({ max: 255 }).required(issue('required')) }));

/** A company's absence types. Unknown and foreign ids are both `not_found` (SPEC 7). */
export interface AbsenceTypeService {
  /** By id ascending, including retired ones, for everybody who may ask for leave. */
  list(actor: Actor): Promise<AbsenceType[]>;
  /** Throws `invalid_input`; a label is unique in its company, including retired ones. */
  create(actor: Actor, input: { readonly label: string }, options?: WriteOptions): Promise<AbsenceType>;
  /** Adds the DEFAULT_ABSENCE_LABELS that the company lacks; returns the whole list. */
  createDefaults(actor: Actor, options?: WriteOptions): Promise<AbsenceType[]>;
  /**
   * Changes the label, also on all requests and days of this type, which always show its current label (D:A11). Throws
   * `invalid_input`, `not_found`, `state_conflict` if the type no longer has the expected `versionOf`.
   */
  rename(actor: Actor, id: number, label: string, options?: WriteOptions & ExpectedVersion): Promise<AbsenceType>;
  /** No longer offers the type; retiring it twice is no error. Throws `not_found`. */
  retire(actor: Actor, id: number, options?: WriteOptions): Promise<AbsenceType>;
  /** Offers the type again. Throws `not_found`. */
  restore(actor: Actor, id: number, options?: WriteOptions): Promise<AbsenceType>;
}

interface AbsenceTypeParts extends ServiceParts {
  /** The records with labels, in the order in which their rows are locked: leave requests, requests for corrections, then attendance days. */
  readonly histories: readonly LabelHistory[];
}

export function createAbsenceTypeService(parts: AbsenceTypeParts): AbsenceTypeService {
  const { database, audit, clock, histories } = parts;

  async function setRetired(actor: Actor, id: number, isRetired: boolean, options: WriteOptions): Promise<AbsenceType> {
    authorize(actor, 'company.settings');
    const action = isRetired ? 'absence_type.retire' : 'absence_type.restore';
    return database.write(actor, action, options, async (company) => {
      const row = await lockAbsenceType(company, id);
      if (row.isRetired !== isRetired) {
        await company.update(absenceTypeTable, row, { isRetired, updatedAt: clock.now() });
        await auditAct(audit, company, actor, action, { absence_type_id: id });
      }
      return toAbsenceType({ ...row, isRetired });
    });
  }

  return {
    async list(actor) {
      authorize(actor, 'leave.own');
      return listAbsenceTypes(database.scope(actor, listReading('absenceTypes.list')));
    },

    async create(actor, input, options = {}) {
      authorize(actor, 'company.settings');
      const { label } = validate(absenceLabelInput, input);
      return database.write(actor, 'absence_type.create', options, async (company) => {
        const now = clock.now();
        const row = await company
          .insert(absenceTypeTable, { label, isRetired: false, createdAt: now, updatedAt: now })
          .catch(refuseTakenLabel);
        await auditAct(audit, company, actor, 'absence_type.create', { absence_type_id: row.id });
        return toAbsenceType(row);
      });
    },

    async createDefaults(actor, options = {}) {
      authorize(actor, 'company.settings');
      return database.write(actor, 'absence_type.createDefaults', options, async (company) => {
        for (const label of DEFAULT_ABSENCE_LABELS) {
          const id = await insertIfAbsent(company, { label, is_retired: false }, clock.now());
          if (id !== null) await auditAct(audit, company, actor, 'absence_type.create', { absence_type_id: id });
        }
        return listAbsenceTypes(company);
      });
    },

    async rename(actor, id, input, { expectedVersion, ...options } = {}) {
      authorize(actor, 'company.settings');
      const { label } = validate(absenceLabelInput, { label: input });
      return database.write(actor, 'absence_type.rename', options, async (company) => {
        const row = await lockAbsenceType(company, id);
        assertVersion(expectedVersion, 'absence_type', () => toAbsenceType(row));
        if (row.label === label) return toAbsenceType(row);
        await company.update(absenceTypeTable, row, { label, updatedAt: clock.now() }).catch(refuseTakenLabel);
        let rewritten = 0;
        for (const history of histories) rewritten += await history.rewrite(company, row.label, label);
        await auditAct(audit, company, actor, 'absence_type.rename', {
          ...{ absence_type_id: id, rewritten },
          ...changesOf(row, { label }),
        });
        return toAbsenceType({ ...row, label });
      });
    },

    retire: async (actor, id, options = {}) => setRetired(actor, id, true, options),
    restore: async (actor, id, options = {}) => setRetired(actor, id, false, options),
  };
}

async function lockAbsenceType(company: CompanyTransaction, id: number): Promise<Locked<AbsenceTypeRow>> {
  return orNotFound(await company.lockOne(absenceTypeTable, id), 'absence type');
}

function refuseTakenLabel(error: unknown): never {
  if (!violatesUnique(error, 'shaon_absence_type', ['company_id', 'label'])) throw error;
  throw invalidField('label', issue('unique'));
}
