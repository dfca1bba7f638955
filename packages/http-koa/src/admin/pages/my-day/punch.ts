import { isShaonError, type PunchInput, type PunchKind } from '@shaon/core';
import type { Answer, Flash } from '../../answer.ts';
import type { Page } from '../../page.ts';
import { PageError } from '../../page-errors.ts';
import { ownEmployee } from './own-employee.ts';

const KINDS: readonly PunchKind[] = ['in', 'out', 'break_start', 'break_end'];

/** Records a punch now. An unreadable location is left out, because the time is what counts. */
export async function punch(page: Page): Promise<Answer> {
  const { t, form, format, now } = page;
  const employeeId = ownEmployee(page);
  const kind = KINDS.find((one) => one === form.text('kind'));
  if (kind === undefined) throw new PageError('badRequest');
  const location = locationOf(page);
  try {
    await record(page, kind, employeeId, location === null ? {} : { location });
  } catch (error) {
    const text = refusalOf(page, error);
    if (text === null) throw error;
    return page.redirect('/my-day', { tone: 'wait', text });
  }
  const done = t.myDay.done[kind](format.time(now));
  const failed: Flash = { tone: 'wait', text: `${t.myDay.withoutLocation}. ${done}` };
  const isMissing = form.text('location_failed') !== '' && location === null;
  return page.redirect('/my-day', isMissing ? failed : done);
}

function record({ core, actor, once }: Page, kind: PunchKind, employeeId: number, input: PunchInput) {
  const { punchIn, punchOut, breakStart, breakEnd } = core.attendance;
  const acts = { in: punchIn, out: punchOut, break_start: breakStart, break_end: breakEnd };
  return acts[kind](actor, employeeId, input, once);
}

/** The device's location if it is on the globe; null if it is missing or impossible. */
function locationOf({ form }: Page): NonNullable<PunchInput['location']> | null {
  const numberOf = (name: string): number => (form.text(name).trim() === '' ? Number.NaN : Number(form.text(name)));
  const [lat, lng, accuracy] = [numberOf('lat'), numberOf('lng'), numberOf('accuracy')];
  if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)) return null;
  return { lat, lng, accuracy_meters: accuracy >= 0 && accuracy < 1e7 ? accuracy : null };
}

/** After a second press, or on a page that was open for long, the person sees the present state. */
function refusalOf({ t }: Page, error: unknown): string | null {
  if (isShaonError(error, 'already_in')) return t.myDay.alreadyIn;
  if (isShaonError(error, 'not_in')) return t.myDay.notInNow;
  if (!isShaonError(error, 'state_conflict')) return null;
  return 'most' in error.details ? t.myDay.tooManyPunches : t.myDay.notRecorded;
}
