import { mixed } from 'yup';
import { issue } from '../input/issue.ts';
import { MAX_BIG_ID } from '../input/possible-id.ts';
import type { Field } from '../input/text-fields.ts';
import type { AuditRow } from './audit-row.ts';

/** A place in the audit, between rows in the order of time; equal times are in the order of ids. */
export interface AuditPlace {
  readonly at: Date;
  readonly id: number;
}

const FORM = /^(\d{1,15})-(\d{1,16})$/;

const isCursor = (value: unknown): value is string => {
  const [, , id] = (typeof value === 'string' && FORM.exec(value)) || [];
  return id !== undefined && Number(id) <= MAX_BIG_ID;
};

/** A place as text, fit for a query string: epoch milliseconds and id. */
export function auditCursorText({ at, id }: Pick<AuditRow, 'at' | 'id'>): string {
  return `${at.getTime()}-${id}`;
}

/** A text that `auditCursorText` could have made. */
export function auditCursorField(): Field<string> {
  return mixed(isCursor).typeError(issue('in')).nonNullable(issue('in'));
}

export function auditPlace(cursor: string): AuditPlace {
  const [, at = '', id = ''] = FORM.exec(cursor) ?? [];
  return { at: new Date(Number(at)), id: Number(id) };
}
