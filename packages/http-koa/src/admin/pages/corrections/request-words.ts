import type { CorrectionRequest, CorrectionRequestState, ProposedPunch } from '@shaon/core';
import { workedMs } from '@shaon/core/time';
import type { BrowserRequest } from '../../browser-request.ts';
import { badge, type Tone } from '../../components/badge.ts';
import type { IconName } from '../../components/icon.ts';
import { author, isolated, value } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { isSamePunch } from '../attendance/punch-lines.ts';

const LOOKS: Readonly<Record<CorrectionRequestState, { readonly tone: Tone; readonly shape: IconName }>> = {
  pending: { tone: 'wait', shape: 'half' },
  applied: { tone: 'ok', shape: 'check' },
  changed: { tone: 'ok', shape: 'edit' },
  refused: { tone: 'bad', shape: 'cross' },
  withdrawn: { tone: 'off', shape: 'slash' },
  closed: { tone: 'off', shape: 'lock' },
};

export function requestBadge({ t }: BrowserRequest, { state }: CorrectionRequest): Html {
  const { tone, shape } = LOOKS[state];
  return badge(tone, shape, t.corrections.states[state]);
}

/** A punch that two lists of a day share, lack, or have at another time. */
export interface PunchPair<From extends ProposedPunch> {
  readonly from: From | null;
  readonly to: ProposedPunch | null;
}

/** By time: equal punches, then those of one kind in their order, then those that only one list has. */
export function punchPairs<From extends ProposedPunch>(
  from: readonly From[],
  to: readonly ProposedPunch[],
): PunchPair<From>[] {
  const [ownFrom, ownTo] = [
    from.filter((punch) => !to.some((other) => isSamePunch(punch, other))),
    to.filter((punch) => !from.some((other) => isSamePunch(punch, other))),
  ];
  const pairs: PunchPair<From>[] = from.flatMap((punch) => {
    const other = to.find((one) => isSamePunch(punch, one));
    return other === undefined ? [] : [{ from: punch, to: other }];
  });
  for (const punch of ownFrom) {
    const index = ownTo.findIndex(({ kind }) => kind === punch.kind);
    pairs.push({ from: punch, to: index < 0 ? null : (ownTo.splice(index, 1)[0] ?? null) });
  }
  pairs.push(...ownTo.map((punch) => ({ from: null, to: punch })));
  const timeOf = ({ from: one, to: other }: PunchPair<From>): number => (other ?? one)?.at.getTime() ?? 0;
  return pairs.sort((a, b) => timeOf(a) - timeOf(b));
}

/** What a request asks for in a few words: "Out at 17:10", "Sick leave instead of punches". */
export function requestWords({ t, format }: Page, { punches, absence_type, recorded }: CorrectionRequest): string {
  const texts = t.corrections;
  if (punches === null) {
    const type = isolated(absence_type ?? '');
    return recorded.length === 0 ? texts.absenceAlone(type) : texts.absenceInstead(type);
  }
  const { kinds } = t.attendance.punches;
  const changes = punchPairs(recorded, punches).flatMap(({ from, to }) => {
    if (from !== null && to !== null) {
      const [before, now] = [format.time(from.at), format.time(to.at)];
      return isSamePunch(from, to) ? [] : [texts.insteadOf(kinds[to.kind], now, before)];
    }
    if (to !== null) return [texts.punchAt(kinds[to.kind], format.time(to.at))];
    return from === null ? [] : [texts.without(kinds[from.kind], format.time(from.at))];
  });
  return changes.join(', ');
}

/** The difference that a request makes to the hours, with its sign; null for none, and for an absence. */
export function hoursChange({ format }: Page, { punches, recorded }: CorrectionRequest): string | null {
  if (punches === null) return null;
  const change = workedMs(punches) - workedMs(recorded);
  return change === 0 ? null : `${change > 0 ? '+' : '−'}${format.hours(Math.abs(change))}`;
}

/** What was corrected of a day: by whom, when, and the reason that was kept. */
interface CorrectionAct {
  readonly by: string;
  readonly at: Date;
  readonly note: string | null;
}

/** The request whose applying made a correction: its decider corrected, and the reason begins with the request's. */
export function requestBehind<Request extends CorrectionRequest>(
  requests: readonly Request[],
  { by, at, note }: CorrectionAct,
): Request | undefined {
  return requests.find(
    ({ state, decided_by, decided_at, asked_at, reason }) =>
      (state === 'applied' || state === 'changed') &&
      decided_by === by &&
      asked_at <= at &&
      decided_at !== null &&
      at <= decided_at &&
      note?.startsWith(reason) === true,
  );
}

/** "at the request of Maya, 22 Jun 2026, 12:00", for a correction that somebody asked for. */
export function askedWords(page: Page, requests: readonly CorrectionRequest[], act: CorrectionAct): Html | false {
  const { t, format } = page;
  const request = requestBehind(requests, act);
  if (request === undefined) return false;
  const { asked_by, asked_at } = request;
  const when = html`${value(format.shortDate(asked_at))}, ${value(format.time(asked_at))}`;
  return t.corrections.atRequestOf(author(t, asked_by), when);
}
