import type { Actor } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { CompanyScope, CompanyTransaction } from '../database/company-scope.ts';
import { violatesUnique } from '../database/constraint-errors.ts';
import type { Database, WriteOptions } from '../database/database.ts';
import { notFound } from '../errors.ts';
import { invalidField } from '../input/invalid-input-error.ts';
import { issue } from '../input/issue.ts';
import { assertPossibleId } from '../input/possible-id.ts';
import { validate } from '../input/validate.ts';
import { authorize } from '../permissions.ts';
import type { Clock } from '../time/clock.ts';
import { type AbsenceTypeRow, absenceTypeTable } from './absence-type.ts';
import { absenceLabelInput } from './absence-type-input.ts';
import type { LabelHistory } from './label-history.ts';

/** A kind of absence as the company calls it. */
export interface AbsenceType {
  readonly id: number;
  readonly label: string;
  /** No longer offered; records that carry its label keep it. */
  readonly is_retired: boolean;
}

export interface RenameOptions extends WriteOptions {
  /** Also renames the label on requests and days that carry it; else they keep the old one (D:L2). */
  readonly rewriteHistory?: boolean | undefined;
}

/** The kinds of absence of a company. Unknown and foreign ids are `not_found` alike (SPEC 7). */
export interface AbsenceTypeService {
  /** By id ascending, retired ones last known too. Everybody who may ask for leave may see them. */
  list(actor: Actor): Promise<AbsenceType[]>;
  /** Throws `invalid_input`; a label is unique in its company, retired ones counted. */
  create(actor: Actor, input: { readonly label: string }, options?: WriteOptions): Promise<AbsenceType>;
  /** Adds those of DEFAULT_ABSENCE_LABELS that the company lacks, and gives the whole list. */
  createDefaults(actor: Actor, options?: WriteOptions): Promise<AbsenceType[]>;
  /** Throws `invalid_input`, `not_found`. */
  rename(actor: Actor, id: number, label: string, options?: RenameOptions): Promise<AbsenceType>;
  /** Offers it no longer; retired already is no error. Throws `not_found`. */
  retire(actor: Actor, id: number, options?: WriteOptions): Promise<AbsenceType>;
  /** Offers it again. Throws `not_found`. */
  restore(actor: Actor, id: number, options?: WriteOptions): Promise<AbsenceType>;
}

/** The known values of SPEC 2, Leave request: vacation, sick leave, reserve duty, bereavement, unpaid leave. */
export const DEFAULT_ABSENCE_LABELS: readonly string[] = ['חופש', 'מחלה', 'מילואים', 'אבל', 'היעדרות ללא תשלום'];

export function createAbsenceTypeService(parts: {
  readonly database: Database;
  readonly audit: AuditLog;
  readonly clock: Clock;
  /** What carries labels: leave requests and attendance days. */
  readonly histories: readonly LabelHistory[];
}): AbsenceTypeService {
  const { database, audit, clock, histories } = parts;

  async function setRetired(actor: Actor, id: number, isRetired: boolean, options: WriteOptions): Promise<AbsenceType> {
    authorize(actor, 'company.settings');
    const place = isRetired ? 'absence_type.retire' : 'absence_type.restore';
    return database.write(actor, place, options, async (company) => {
      const row = await findType(company, id);
      if (row.isRetired !== isRetired) {
        await company.update(absenceTypeTable, id, { isRetired, updatedAt: clock.now() });
        await auditAct(audit, company, actor, place, { absence_type_id: id });
      }
      return toAbsenceType({ ...row, isRetired });
    });
  }

  async function insert(company: CompanyTransaction, actor: Actor, label: string): Promise<AbsenceTypeRow> {
    const now = clock.now();
    const row = await company
      .insert(absenceTypeTable, { label, isRetired: false, createdAt: now, updatedAt: now })
      .catch(refuseTakenLabel);
    await auditAct(audit, company, actor, 'absence_type.create', { absence_type_id: row.id });
    return row;
  }

  return {
    async list(actor) {
      authorize(actor, 'leave.own');
      return listTypes(database.read(actor));
    },

    async create(actor, input, options = {}) {
      authorize(actor, 'company.settings');
      const { label } = validate(absenceLabelInput, input);
      return database.write(actor, 'absence_type.create', options, async (company) =>
        toAbsenceType(await insert(company, actor, label)),
      );
    },

    async createDefaults(actor, options = {}) {
      authorize(actor, 'company.settings');
      return database.write(actor, 'absence_type.createDefaults', options, async (company) => {
        const known = new Set((await company.find(absenceTypeTable)).map((row) => row.label));
        for (const label of DEFAULT_ABSENCE_LABELS) {
          if (!known.has(label)) await insert(company, actor, label);
        }
        return listTypes(company);
      });
    },

    async rename(actor, id, input, options = {}) {
      authorize(actor, 'company.settings');
      const { label } = validate(absenceLabelInput, { label: input });
      return database.write(actor, 'absence_type.rename', options, async (company) => {
        const row = await findType(company, id);
        if (row.label === label) return toAbsenceType(row);
        const now = clock.now();
        await company.update(absenceTypeTable, id, { label, updatedAt: now }).catch(refuseTakenLabel);
        let rewritten = 0;
        if (options.rewriteHistory ?? false) {
          for (const history of histories) rewritten += await history.rewrite(company, row.label, label, now);
        }
        await auditAct(audit, company, actor, 'absence_type.rename', { absence_type_id: id, rewritten });
        return toAbsenceType({ ...row, label });
      });
    },

    retire: async (actor, id, options = {}) => setRetired(actor, id, true, options),
    restore: async (actor, id, options = {}) => setRetired(actor, id, false, options),
  };
}

async function findType(company: CompanyScope, id: number): Promise<AbsenceTypeRow> {
  assertPossibleId(id, 'absence type');
  const row = await company.findOne(absenceTypeTable, { id });
  if (row === null) throw notFound('absence type');
  return row;
}

async function listTypes(scope: CompanyScope): Promise<AbsenceType[]> {
  return (await scope.find(absenceTypeTable)).map(toAbsenceType);
}

function toAbsenceType(row: AbsenceTypeRow): AbsenceType {
  return { id: row.id, label: row.label, is_retired: row.isRetired };
}

function refuseTakenLabel(error: unknown): never {
  if (!violatesUnique(error, 'shaon_absence_type', ['company_id', 'label'])) throw error;
  throw invalidField('label', issue('unique'));
}
