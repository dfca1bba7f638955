import { Readable } from 'node:stream';
import type { AccountActor, NewManagerLimit, SystemActor } from '@shaon/core';
import { type CoreTest, newEmployee } from '../support.ts';

/** A person and a record of each kind that is of people. */
export interface Recorded {
  readonly id: number;
  /** A closed day of May that waits for a decision. */
  readonly dayId: number;
  /** An open day of May. */
  readonly openId: number;
  /** A pending request with a document. */
  readonly leaveId: number;
  readonly documentId: number;
  /** A pending request for a correction. */
  readonly correctionId: number;
}

export const MAY = { month: '2026-05', date: '2026-05-20', open: '2026-05-21' };
export const LABEL = 'Reserve duty';

const shift = (date: string, ...kinds: readonly ('in' | 'out')[]) =>
  kinds.map((kind) => ({ kind, at: new Date(`${date}T${kind === 'in' ? '08' : '16'}:00:00+03:00`) }));

/** Somebody who worked in May, has asked for leave, and was absent. */
export async function recorded(
  { core }: CoreTest,
  company: SystemActor,
  values: Parameters<typeof newEmployee>[0],
): Promise<Recorded> {
  const { id } = await core.employees.create(company, newEmployee(values));
  const correction = { note: 'as told' };
  const day = await core.attendance.correct(company, id, MAY.date, {
    ...{ punches: shift(MAY.date, 'in', 'out') },
    ...correction,
  });
  const open = await core.attendance.correct(company, id, MAY.open, {
    ...{ punches: shift(MAY.open, 'in') },
    ...correction,
  });
  await core.attendance.recordAbsence(company, { employee_id: id, date: '2026-05-25', absence_type: LABEL });
  const ask = async (...dates: string[]) => {
    const [request] = await core.leave.submit(company, { employee_id: id, dates, type: LABEL });
    return request?.id ?? 0;
  };
  const documentId = await ask('2026-06-15', '2026-06-16');
  const content = Readable.from([Buffer.from('%PDF-1.4')]);
  await core.leave.attachDocument(company, documentId, { name: 'note.pdf', type: 'application/pdf', content });
  const punches = [...shift(MAY.open, 'in', 'out')];
  const asked = { employee_id: id, date: MAY.open, punches, reason: 'I left at four' };
  const { id: correctionId } = await core.correctionRequests.ask(company, asked);
  return { id, dayId: day.id, openId: open.id, leaveId: await ask('2026-06-10'), documentId, correctionId };
}

let serial = 0;

/** A manager without a staff row, perhaps with a limit. */
export async function manager(
  { core }: CoreTest,
  company: SystemActor,
  limit: NewManagerLimit | null = null,
): Promise<AccountActor & { readonly role: 'manager' }> {
  serial += 1;
  const { account } = await core.accounts.create(company, {
    ...{ name: `Manager ${serial}`, email: `manager${serial}@limits.test`, role: 'manager' },
  });
  if (limit !== null) await core.managers.setLimit(company, account.id, limit);
  const { companyId } = company;
  return { kind: 'account', companyId, loginId: account.id, role: 'manager', name: account.name, employeeId: null };
}
