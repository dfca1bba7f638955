import { mixed } from 'yup';
import { issue } from '../input/issue.ts';
import type { Field } from '../input/text-fields.ts';
import { MAX_BIG_ID } from '../possible-id.ts';
import type { AuditRow } from './audit-row.ts';

/** A position between rows of the audit, in the order of time; rows of one time are ordered by id. */
export interface AuditPosition {
  readonly at: Date;
  readonly id: number;
}

const FORM = /^(\d{1,15})-(\d{1,16})$/;

const isCursor = (value: unknown): value is string => {
  const [, , id] = (typeof value === 'string' && FORM.exec(value)) || [];
  return id !== undefined && Number(id) <= MAX_BIG_ID;
};

/** A position as text for a query string: epoch milliseconds and id. */
export function auditCursorText({ at, id }: Pick<AuditRow, 'at' | 'id'>): string {
  return `${at.getTime()}-${id}`;
}

/** Accepts a text of the form that `auditCursorText` makes. */
export function auditCursorField(): Field<string> {
  return mixed(isCursor).typeError(issue('in')).nonNullable(issue('in'));
}

export function auditPosition(cursor: string): AuditPosition {
  const [, at = '', id = ''] = FORM.exec(cursor) ?? [];
  return { at: new Date(Number(at)), id: Number(id) };
}
