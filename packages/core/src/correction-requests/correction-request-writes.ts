import { authorize } from '../abilities-and-roles.ts';
import { lockAbsenceTypeForShare } from '../absence-types/absence-type-queries.ts';
import { assertMayDecide, isOwnRecord } from '../accounts/own-records.ts';
import { type Actor, actorName, withSelf } from '../actor.ts';
import type { AttendanceService } from '../attendance/attendance-service.ts';
import { placeCorrection } from '../attendance/day-corrections.ts';
import { findDay } from '../attendance/punch-queries.ts';
import { auditAct } from '../audit/audit-act.ts';
import { daysOf } from '../audit/audit-facts.ts';
import { assertMonthsOpen } from '../closed-months/closed-months.ts';
import { readCompany } from '../companies/company-queries.ts';
import type { WriteOptions } from '../database/database.ts';
import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import type { Locked } from '../database/sql/locked-row.ts';
import { employeeTable } from '../employees/employee.ts';
import { stateConflict } from '../errors.ts';
import { InvalidInputError, invalidField } from '../input/invalid-input-error.ts';
import { type InputErrors, issue } from '../input/issue.ts';
import { safeValidate, validate } from '../input/validate.ts';
import { correctionDecidedNotice } from '../notices/decision-notices.ts';
import type { Tell } from '../notices/tell.ts';
import type { WriteParts } from '../service-parts.ts';
import { assertUnchanged } from '../unchanged-since.ts';
import {
  type CorrectionRequestRow,
  correctionRequestTable,
  type ProposedPunch,
  readPunches,
  storedPunches,
} from './correction-request.ts';
import {
  type AppliedCorrection,
  appliedCorrectionInput,
  type NewCorrectionRequest,
  newCorrectionRequestInput,
  refusedCorrectionInput,
} from './correction-request-input.ts';
import { lockRequest } from './correction-request-queries.ts';
import { type CorrectionRequest, toCorrectionRequest } from './correction-request-reads.ts';
import {
  arePunchesEqual,
  askerOf,
  assertMaySee,
  assertMayWithdraw,
  assertNoneOpen,
  assertPending,
  problemOfDate,
} from './correction-request-rules.ts';

export interface AskingOptions extends WriteOptions {
  /** The day's `updatedAt` when the asker saw it; for a date without a record, any earlier time. */
  readonly unchangedSince?: Date | undefined;
}

export interface ApplyingOptions extends WriteOptions {
  /** When the decider saw the day. Default: as it was when the request was sent. */
  readonly unchangedSince?: Date | undefined;
  /** Approves the day too, unless it still waits for its check-out or has a product's own status. Default false. */
  readonly approve?: boolean | undefined;
}

/** A request after it was applied. */
export interface AppliedRequest {
  readonly request: CorrectionRequest;
  /** Whether the day was approved in the same step. */
  readonly isApproved: boolean;
}

/**
 * Asking for corrections, and deciding on them. A decision throws `not_permitted` for the actor's own request (D:A2;
 * allowed for an admin if no other manager or admin is active), `state_conflict` with `details.state` for a request that
 * is not pending any more, `month_closed`, `not_found` and `invalid_input`.
 */
export interface CorrectionRequestWrites {
  /**
   * Proposes punches or an absence for a day, as it was when it was seen. Throws `not_found` for somebody else's day,
   * `invalid_input`, also for a day that has not begun or is older than the company's `correction_days`, `month_closed`,
   * and `state_conflict`: with `details.correction_request_id` if the day has an open request, `details.same` if the day
   * is so already, `details.changed_since` if it changed after `unchangedSince`, or for a day that cannot have been.
   */
  ask(actor: Actor, request: NewCorrectionRequest, options?: AskingOptions): Promise<CorrectionRequest>;
  /** Takes back a pending request, by its person or the product. Throws `not_permitted`, `state_conflict`, `not_found`. */
  withdraw(actor: Actor, id: number, options?: WriteOptions): Promise<CorrectionRequest>;
  /**
   * Corrects the day as proposed, or as the decision says, which makes the request `changed`. The reason and the note
   * are kept with the correction. Throws `state_conflict` with `details.changed_since` too if the day changed since.
   */
  apply(actor: Actor, id: number, decision?: AppliedCorrection, options?: ApplyingOptions): Promise<AppliedRequest>;
  /** Refuses the request; its person reads the note, which is required, at most 499 characters. */
  refuse(
    actor: Actor,
    id: number,
    decision: { readonly note: string },
    options?: WriteOptions,
  ): Promise<CorrectionRequest>;
}

interface CorrectionRequestParts extends WriteParts {
  readonly attendance: Pick<AttendanceService, 'correct' | 'recordAbsence' | 'approve'>;
  readonly tell: Tell;
}

export function createCorrectionRequestWrites(parts: CorrectionRequestParts): CorrectionRequestWrites {
  const { database, audit, clock, attendance, tell } = parts;

  /** The one place at which a request changes: it is decided, or withdrawn. */
  async function close(
    company: CompanyTransaction,
    actor: Actor,
    request: Locked<CorrectionRequestRow>,
    {
      act,
      state,
      note,
      isOwn,
    }: { readonly act: string; readonly isOwn: boolean } & Pick<CorrectionRequestRow, 'state' | 'note'>,
  ): Promise<CorrectionRequest> {
    const at = clock.now();
    const change = { state, note, decidedBy: actorName(actor), decidedAt: at };
    const closed = await company.update(correctionRequestTable, request, change);
    await auditAct(audit, company, actor, `correction_request.${act}`, {
      ...{ correction_request_id: request.id, ...daysOf([request]), state },
      ...(note !== null && { note }),
      ...(isOwn && { own: true }),
    });
    if (state !== 'pending' && state !== 'withdrawn' && !isOwnRecord(actor, request.employeeId)) {
      const { employeeId, date } = request;
      const decidedBy = actor.kind === 'account' ? actor.name : null;
      await tell(company, { employeeId }, correctionDecidedNotice({ outcome: state, date, decidedBy, note, at }));
    }
    return toCorrectionRequest(closed);
  }

  /** A pending request of an open month, on which the actor may decide. */
  async function lockForDecision(company: CompanyTransaction, actor: Actor, id: number) {
    const request = await lockRequest(company, id);
    const isOwn = await assertMayDecide(company, actor, request.employeeId, 'attendance.manage');
    assertPending(request);
    await assertMonthsOpen(company, [request]);
    return { request, isOwn };
  }

  return {
    async ask(actor, input, { unchangedSince, ...options } = {}) {
      authorize(actor, 'attendance.own');
      const validated = safeValidate(newCorrectionRequestInput, input);
      const employeeId = askerOf(actor, validated.value.employee_id ?? undefined);
      return database.write(withSelf(actor), 'correctionRequests.ask', options, async (company) => {
        const settings = await readCompany(company);
        const now = clock.now();
        const errors: InputErrors = { ...validated.errors };
        const { date, punches, absence_type: label = null, reason } = validated.value;
        const employee = employeeId === null ? null : await company.lockOne(employeeTable, employeeId);
        if (employee === null) errors.employee_id ??= [issue(employeeId === null ? 'required' : 'in')];
        const problem = date === undefined ? null : problemOfDate(date, settings, now);
        if (problem !== null) errors.date ??= [problem];
        if (label !== null && punches !== undefined) errors.absence_type ??= [issue('prohibited')];
        else if (label === null && punches === undefined) errors.punches ??= [issue('required')];
        const type = label === null ? null : await lockAbsenceTypeForShare(company, label);
        if (label !== null && type?.isRetired !== false) errors.absence_type ??= [issue('in')];
        if (employee === null || date === undefined || reason === undefined || Object.keys(errors).length > 0) {
          throw new InvalidInputError(errors);
        }

        const day = { employeeId: employee.id, date };
        await assertMonthsOpen(company, [day]);
        assertNoneOpen(await company.findOne(correctionRequestTable, { ...day, state: 'pending' }));
        const known = await findDay(company, employee.id, date);
        if (known !== null) assertUnchanged('day', known.record, unchangedSince);
        const recorded = known?.punches ?? [];
        const placed =
          punches === undefined
            ? null
            : await placeCorrection(company, { id: known?.record.id ?? 0, ...day }, punches, recorded, now);
        assertDiffers(placed, label, { punches: recorded, absenceType: known?.record.absenceType ?? null });
        const request = await company.insert(correctionRequestTable, {
          ...{ ...day, punches: placed && storedPunches(placed), absenceType: label, reason, state: 'pending' },
          ...{ recorded: storedPunches(recorded), seenAt: known?.record.updatedAt ?? now },
          ...{ askedBy: actorName(actor), askedAt: now, decidedBy: null, decidedAt: null, note: null },
        });
        const facts = { correction_request_id: request.id, ...daysOf([request]), note: reason };
        await auditAct(audit, company, actor, 'correction_request.ask', facts);
        return toCorrectionRequest(request);
      });
    },

    async withdraw(actor, id, options = {}) {
      authorize(actor, 'attendance.own');
      return database.write(withSelf(actor), 'correctionRequests.withdraw', options, async (company) => {
        assertMaySee(actor, await company.findOne(correctionRequestTable, { id }));
        const request = await lockRequest(company, id);
        assertMayWithdraw(actor, request);
        assertPending(request);
        await assertMonthsOpen(company, [request]);
        return close(company, actor, request, { act: 'withdraw', state: 'withdrawn', note: null, isOwn: false });
      });
    },

    async apply(actor, id, input = {}, { unchangedSince, approve = false, ...options } = {}) {
      authorize(actor, 'attendance.manage');
      const { punches, absence_type: label = null, note = null } = validate(appliedCorrectionInput, input);
      if (label !== null && punches !== undefined) throw invalidField('absence_type', issue('prohibited'));
      return database.write(actor, 'correctionRequests.apply', options, async (company) => {
        const { request, isOwn } = await lockForDecision(company, actor, id);
        const { employeeId, date } = request;
        const proposed = request.punches === null ? null : readPunches(request.punches);
        const applied = punches ?? (label === null ? proposed : null);
        const reason = note === null ? request.reason : `${request.reason}\n${note}`;
        const { manager } = company;
        const seen = { manager, unchangedSince: unchangedSince ?? request.seenAt };
        const absence_type = label ?? request.absenceType ?? '';
        const record =
          applied !== null
            ? await attendance.correct(actor, employeeId, date, { punches: applied, note: reason }, seen)
            : await attendance.recordAbsence(
                actor,
                { employee_id: employeeId, date, absence_type },
                { ...seen, note: reason, replacesPunches: true },
              );
        const isApproved = approve && record.status === 'pending';
        if (isApproved) await attendance.approve(actor, [record.id], { note, manager });
        const isAsProposed =
          applied === null ? absence_type === request.absenceType : arePunchesEqual(applied, proposed ?? []);
        const state = isAsProposed ? 'applied' : 'changed';
        return { request: await close(company, actor, request, { act: 'apply', state, note, isOwn }), isApproved };
      });
    },

    async refuse(actor, id, input, options = {}) {
      authorize(actor, 'attendance.manage');
      const { note } = validate(refusedCorrectionInput, input);
      return database.write(actor, 'correctionRequests.refuse', options, async (company) => {
        const { request, isOwn } = await lockForDecision(company, actor, id);
        return close(company, actor, request, { act: 'refuse', state: 'refused', note, isOwn });
      });
    },
  };
}

/** Nobody needs to decide on a day that is as proposed. */
function assertDiffers(
  punches: readonly ProposedPunch[] | null,
  label: string | null,
  day: { readonly punches: readonly ProposedPunch[]; readonly absenceType: string | null },
): void {
  const isSame =
    punches === null ? label === day.absenceType && day.punches.length === 0 : arePunchesEqual(punches, day.punches);
  if (isSame) throw stateConflict('The day is as proposed already.', { same: true });
}
