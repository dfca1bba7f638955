import { object } from 'yup';
import type { PunchKind } from '../attendance/attendance.ts';
import { dateTime } from '../input/date-fields.ts';
import { issue } from '../input/issue.ts';
import { listOf } from '../input/list-field.ts';
import { flag } from '../input/number-fields.ts';
import { oneOf, plainString, text } from '../input/text-fields.ts';
import { defineInput, type InputOf } from '../input/validate.ts';
import { LOCALES } from '../locale.ts';
import { degrees, flagOfText, meters } from './import-input.ts';

/*
 * The fields of an export beside those of every import (`EXPORT_FIELDS`). Its rows were validated when they were
 * written, by the rules and settings of that time, so here each field only needs the right type.
 */

const PUNCH_KINDS: readonly PunchKind[] = ['in', 'out', 'break_start', 'break_end'];
const ROLES = ['employee', 'manager', 'admin'] as const;

/** A person's name or a note, as core has written it. */
const note = () => text({ max: 1_000, multiline: true, bidiControls: true });
const needed = () => dateTime().required(issue('required'));

export const exportedPersonInput = defineInput(
  object({
    address: text({ max: 255, bidiControls: true }).nullable(),
    role: oneOf(ROLES).nullable(),
    status: oneOf(['active', 'frozen']).nullable(),
    language: oneOf(LOCALES).nullable(),
    told_by: oneOf(['sms', 'none']).nullable(),
    not_told: plainString().nullable(),
  }),
);

/** A department or branch to which a manager is limited; without a key one that was removed since. */
export const exportedUnitInput = defineInput(
  object({
    kind: oneOf(['department', 'branch']).required(issue('required')),
    external_id: text({ max: 255 }).nullable(),
  }),
);
export type ExportedUnit = InputOf<typeof exportedUnitInput>;

export const exportedPersonTimesInput = defineInput(
  object({ frozen_at: dateTime().nullable(), created_at: needed(), updated_at: needed() }),
);
export type ExportedPersonTimes = InputOf<typeof exportedPersonTimesInput>;

/** Departments, branches and wage presets: older exports lack their times. */
export const exportedTimesInput = defineInput(
  object({ created_at: dateTime().nullable(), updated_at: dateTime().nullable() }),
);

/** The company's values in an export besides its settings; older exports lack them. */
export const exportedCompanyInput = defineInput(
  object({
    second_factor_since: dateTime().nullable(),
    sms_notices: flagOfText().nullable(),
    payroll_columns: listOf(
      object({
        source: text({ max: 512, bidiControls: true }).required(issue('required')),
        name: text({ max: 255 }).required(issue('required')),
      })
        .typeError(issue('in'))
        .default(undefined),
      { max: 500 },
    ).nullable(),
  }),
);

export const exportedAbsenceTypeInput = defineInput(
  object({ label: text({ max: 255 }).required(issue('required')), is_retired: flag().required(issue('required')) }),
);

/** Named by its content, so that its name is the same in every export. */
const DOCUMENT = /^documents\/[0-9a-f]{64}$/;

export const exportedLeaveInput = defineInput(
  object({
    decided_by: note().nullable(),
    decided_at: dateTime().nullable(),
    cancelled_at: dateTime().nullable(),
    document: plainString()
      .test('in', issue('in'), (value) => typeof value !== 'string' || DOCUMENT.test(value))
      .nullable(),
    document_name: text({ max: 255 }).nullable(),
    document_type: text({ max: 255 }).nullable(),
  }),
);

export const exportedDayInput = defineInput(
  object({
    check_in: dateTime().nullable(),
    check_out: dateTime().nullable(),
    decided_by: note().nullable(),
    decided_at: dateTime().nullable(),
    decision_note: note().nullable(),
    absence_by: note().nullable(),
    absence_at: dateTime().nullable(),
    absence_note: note().nullable(),
    voided_at: dateTime().nullable(),
    created_at: needed(),
    updated_at: needed(),
  }),
);

export const exportedPunchInput = defineInput(
  object({
    kind: oneOf(PUNCH_KINDS).required(issue('required')),
    at: needed(),
    lat: degrees(90).nullable(),
    lng: degrees(180).nullable(),
    accuracy_meters: meters().nullable(),
    rule: text({ max: 64 }).required(issue('required')),
    recorded_by: note().required(issue('required')),
    recorded_at: needed(),
    note: note().nullable(),
    voided_at: dateTime().nullable(),
    voided_by: note().nullable(),
    void_note: note().nullable(),
  }),
);
export type ExportedPunch = InputOf<typeof exportedPunchInput>;
