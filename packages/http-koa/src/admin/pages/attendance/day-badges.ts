import type { DayState, SheetDay } from '@shaon/core';
import { badge, type Tone } from '../../components/badge.ts';
import type { IconName } from '../../components/icon.ts';
import { type Html, html } from '../../html.ts';
import type { Texts } from '../../locales/index.ts';

interface Look {
  readonly tone: Tone;
  readonly shape: IconName;
  /** The CSS class of the grid's cell. */
  readonly cell: string;
}

const LOOKS: Readonly<Record<DayState, Look>> = {
  at_work: { tone: 'open', shape: 'clock', cell: 'd-open' },
  no_check_out: { tone: 'bad', shape: 'alert', cell: 'd-bad' },
  no_check_in: { tone: 'bad', shape: 'alert', cell: 'd-bad' },
  pending: { tone: 'wait', shape: 'half', cell: 'd-wait' },
  approved: { tone: 'ok', shape: 'check', cell: 'd-ok' },
  rejected: { tone: 'bad', shape: 'cross', cell: 'd-no' },
  other: { tone: 'off', shape: 'info', cell: 'd-ok' },
};

/** The states that the legend under the filters explains, in its order. */
export const KEY_STATES: readonly DayState[] = ['approved', 'pending', 'at_work', 'no_check_out', 'rejected'];

export function stateBadge(t: Texts, state: DayState): Html {
  const { tone, shape } = LOOKS[state];
  return badge(tone, shape, t.attendance.states[state]);
}

/** In a list only unapproved days have a badge. */
export function stateInList(t: Texts, state: DayState): Html {
  return state === 'approved' ? html`<span class="muted">${t.attendance.states.approved}</span>` : stateBadge(t, state);
}

/** The content of a grid cell, as a sign and in words. */
export interface Cell {
  readonly className: string;
  readonly sign: string;
  readonly words: string;
}

/**
 * One day as a cell: hours rounded to halves, a dot, a mark, or the letters of an absence.
 *
 * @param abbreviations the letters of each kind of absence
 */
export function cellOf(
  t: Texts,
  { record, state, workedMs, lacksPunch }: SheetDay,
  hours: string,
  abbreviations: ReadonlyMap<string, string>,
): Cell {
  const { states, grid } = t.attendance;
  const { absence_type: absence } = record;
  if (absence !== null && record.check_in === null && record.check_out === null) {
    const className = state === 'rejected' ? 'd-no' : state === 'pending' ? 'd-abs d-asked' : 'd-abs';
    return { className, sign: abbreviations.get(absence) ?? '', words: grid.absence(absence, states[state]) };
  }
  const more = absence === null ? '' : ` · ${absence}`;
  const { cell } = LOOKS[state];
  if (state === 'at_work') return { className: cell, sign: '●', words: states.at_work + more };
  if (state === 'no_check_out') return { className: cell, sign: '!', words: states.no_check_out + more };
  if (lacksPunch && state !== 'rejected') {
    const shown = workedMs === 0 ? states[state] : grid.hours(hours, states[state]);
    const words = state === 'no_check_in' ? shown : `${t.attendance.lacksPunch}, ${shown}`;
    return { className: 'd-bad', sign: workedMs === 0 ? '!' : hours, words: words + more };
  }
  return { className: cell, sign: hours, words: grid.hours(hours, states[state]) + more };
}

/** The shortest letters, at most three, that distinguish the kinds of absence; a company may have thousands. */
export function abbreviationsOf(labels: readonly string[]): Map<string, string> {
  const beginnings = new Map(labels.map((label) => [label, beginningsOf(label)]));
  const counts = new Map<string, number>();
  for (const beginning of [...beginnings.values()].flat()) counts.set(beginning, (counts.get(beginning) ?? 0) + 1);
  return new Map(
    [...beginnings].map(([label, of]) => [label, of.find((text) => counts.get(text) === 1) ?? of.at(-1) ?? '']),
  );
}

/** The label's first one, two and three letters, as far as it has them. */
function beginningsOf(label: string): string[] {
  const letters = [...label].slice(0, 3);
  return letters.map((_, index) => letters.slice(0, index + 1).join(''));
}
