import { authorize } from '../abilities-and-roles.ts';
import { assertMayDecide } from '../accounts/own-records.ts';
import { type Actor, actorName } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import { changesOf, daysOf } from '../audit/audit-facts.ts';
import type { WriteOptions } from '../database/database.ts';
import { invalidField } from '../input/invalid-input-error.ts';
import { issue } from '../input/issue.ts';
import { validate } from '../input/validate.ts';
import { assertUnchanged } from '../unchanged-since.ts';
import type { AttendanceRow } from './attendance.ts';
import { noteInput } from './attendance-input.ts';
import { type AttendanceRecord, recordFromRow } from './attendance-record.ts';
import type { DayParts } from './attendance-status.ts';
import {
  assertDecidable,
  assertFitsPunches,
  assertStatus,
  isOwnStatus,
  waitsForDecision,
} from './attendance-status.ts';
import { changeRecord } from './attendance-store.ts';
import { lockDay, lockDays } from './day-locks.ts';
import { livePunches } from './punch-queries.ts';
import { UNDECIDED } from './punched-day.ts';

/** Each day is locked, read and written while other writers wait; on SQLite those are all writers of the process. */
const MAX_DECIDED = 500;

export interface DecisionOptions extends WriteOptions {
  /** Kept with the decision and shown to everybody who sees the day. */
  readonly note?: string | null | undefined;
  /** When the decider saw the days; a day that changed later is not decided on. */
  readonly unchangedSince?: Date | undefined;
}

/** Managers' decisions about days, and the statuses that a product sets. */
export interface DayDecisions {
  /**
   * Approves closed days; returns how many changed. Throws `state_conflict`, and changes no day, if one of them is
   * open, has a product's own status, or changed after `unchangedSince`; `not_permitted` if one is the actor's own
   * (D:A23; allowed for an admin if no other manager or admin is active); `invalid_input` for more than 500 at once.
   */
  approve(actor: Actor, ids: readonly number[], options?: DecisionOptions): Promise<number>;
  /** Like `approve`, but sets the status `rejected`. */
  reject(actor: Actor, ids: readonly number[], options?: DecisionOptions): Promise<number>;
  /** Sets a status of the product's own, or of core's (D:T1, T2). Throws `state_conflict`, and `not_permitted` like `approve`. */
  setStatus(
    actor: Actor,
    id: number,
    status: string,
    setting: { readonly approved: boolean },
    options?: WriteOptions,
  ): Promise<AttendanceRecord>;
}

/** The ids of days that a decision changed, and of those that it left because somebody had decided otherwise. */
interface DecidedDays {
  readonly changed: readonly number[];
  readonly kept: readonly number[];
}

/** Decides on days. Throws like `DayDecisions.approve`. */
export type DecideDays = (
  actor: Actor,
  ids: readonly number[],
  status: 'approved' | 'rejected',
  options: DecisionOptions & {
    /** Keeps days on which somebody has decided otherwise since they were read. Default false. */
    readonly keepsDecided?: boolean | undefined;
  },
) => Promise<DecidedDays>;

export function createDecideDays({ database, audit, clock }: DayParts): DecideDays {
  return async function decideDays(actor, ids, status, given) {
    authorize(actor, 'attendance.manage');
    const { keepsDecided = false, unchangedSince, note: reason, ...options } = given;
    const { note = null } = validate(noteInput, { note: reason });
    if (ids.length > MAX_DECIDED) throw invalidField('ids', issue('max', { max: MAX_DECIDED }));
    return database.write(actor, `attendance.${status}`, options, async (company) => {
      const changed: AttendanceRow[] = [];
      const kept: number[] = [];
      let hasOwn = false;
      for (const record of await lockDays(company, ids)) {
        const isOwn = await assertMayDecide(company, actor, record.employeeId, 'attendance.manage');
        if (record.status === status) continue;
        if (keepsDecided && !waitsForDecision(record.status)) {
          kept.push(record.id);
          continue;
        }
        assertUnchanged('day', record, unchangedSince);
        assertDecidable(record.status);
        const now = clock.now();
        const decision = { decidedBy: actorName(actor), decidedAt: now, decisionNote: note, updatedAt: now };
        await changeRecord(company, record, { status, isApproved: status === 'approved', ...decision });
        changed.push(record);
        hasOwn ||= isOwn;
      }
      if (changed.length > 0) {
        const facts = {
          attendance_ids: changed.map(({ id }) => String(id)),
          ...daysOf(changed),
          ...(new Set(changed.map((record) => record.status)).size === 1 &&
            changesOf(changed[0] as AttendanceRow, { status })),
          ...(note !== null && { note }),
          ...(hasOwn && { own: true }),
        };
        await auditAct(audit, company, actor, `attendance.${status}`, facts);
      }
      return { changed: changed.map(({ id }) => id), kept };
    });
  };
}

export function createDayDecisions(parts: DayParts): DayDecisions {
  const { database, audit, clock } = parts;
  const decideDays = createDecideDays(parts);

  return {
    approve: async (actor, ids, options = {}) => (await decideDays(actor, ids, 'approved', options)).changed.length,
    reject: async (actor, ids, options = {}) => (await decideDays(actor, ids, 'rejected', options)).changed.length,

    async setStatus(actor, id, status, { approved }, options = {}) {
      authorize(actor, 'attendance.manage');
      assertStatus(status, approved, parts.attendanceStatuses);
      return database.write(actor, 'attendance.setStatus', options, async (company) => {
        const record = await lockDay(company, id);
        const isOwn = await assertMayDecide(company, actor, record.employeeId, 'attendance.manage');
        if (isOwnStatus(status)) assertFitsPunches(status, await livePunches(company, id));
        const decision = isDecisionUnchanged(record, status, approved) ? {} : UNDECIDED;
        const setting = { status, isApproved: approved, ...decision, updatedAt: clock.now() };
        const changed = await changeRecord(company, record, setting);
        await auditAct(audit, company, actor, 'attendance.set_status', {
          attendance_id: id,
          ...daysOf([record]),
          ...changesOf(record, { status, isApproved: approved }),
          status,
          approved: String(approved),
          ...(isOwn && { own: true }),
        });
        return recordFromRow(changed);
      });
    },
  };
}

/** Whether the decision about a day still holds with a new status; if not, nobody may be named as its decider. */
function isDecisionUnchanged(record: AttendanceRow, status: string, isApproved: boolean): boolean {
  if (isApproved !== record.isApproved) return false;
  return isApproved || status === record.status || !isOwnStatus(status);
}
