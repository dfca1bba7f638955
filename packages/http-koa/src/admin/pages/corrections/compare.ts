import type { AttendanceDay, Punch, QueuedCorrection } from '@shaon/core';
import { segmentsOf, workedMs } from '@shaon/core/time';
import { badge } from '../../components/badge.ts';
import { author, name, value } from '../../components/texts.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { bar, HEIGHT, timeAxis, WIDTH } from '../attendance/day-timeline.ts';
import { livePunches } from '../attendance/person-day.ts';
import type { GivenPunch } from '../attendance/punch-lines.ts';
import { type PunchPair, punchPairs } from './request-words.ts';

/** How wide a punch without its partner is drawn. */
const GAP = 8;

interface Bar {
  readonly label: string;
  readonly punches: readonly GivenPunch[];
  readonly colour: string;
}

/**
 * What is recorded and what is proposed: bars on one axis with their hours, then the punches side by side.
 *
 * @param willApply the punches that would be recorded, if the day has changed since the request was sent
 */
export function compared(
  page: Page,
  request: QueuedCorrection,
  day: AttendanceDay | null,
  willApply: readonly GivenPunch[] | null,
): Html {
  const texts = page.t.corrections;
  const live = livePunches(day);
  const { punches } = request;
  const bars: Bar[] = [
    { label: texts.bars.recorded, punches: live, colour: 'ink' },
    { label: texts.bars.proposed, punches: punches ?? [], colour: willApply === null ? 'accent' : 'open' },
    ...(willApply === null ? [] : [{ label: texts.bars.willApply, punches: willApply, colour: 'accent' }]),
  ];
  const shown = bars.flatMap(({ punches: own }) => own.map(({ at }) => at.getTime()));
  return html`<h3 class="mb-2">${texts.compare}</h3>${shown.length > 0 && drawn(page, bars, shown)}${table(page, request, day, live)}`;
}

function drawn(page: Page, bars: readonly Bar[], shown: readonly number[]): Html {
  const { x, labels } = timeAxis(page, shown);
  const lines = bars.map(({ label, punches, colour }) => {
    const segments = segmentsOf(punches);
    const parts = segments.map(({ checkIn, checkOut }) => {
      if (checkIn !== null && checkOut !== null) return bar(x(checkIn.getTime()), x(checkOut.getTime()), colour);
      const at = Math.min(x((checkIn ?? checkOut)?.getTime() ?? 0), WIDTH - GAP);
      return bar(at, at + GAP, 'bad');
    });
    const isLacking = segments.some(({ checkIn, checkOut }) => checkIn === null || checkOut === null);
    const drawing = html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${page.t.corrections.barOf(
      label,
      inWords(page, segments),
    )}"><rect class="f-line" width="${WIDTH}" height="${HEIGHT}"/>${parts}</svg>`;
    return html`<div><span class="lab">${label}</span><span class="bar">${drawing}</span><span class="sum${isLacking && ' fg-bad'}">${value(
      page.format.hours(workedMs(punches)),
    )}</span></div>`;
  });
  return html`<div class="compare mb-3">${lines}<div><span class="bar">${labels}</span></div></div>`;
}

function inWords({ t, format }: Page, segments: ReturnType<typeof segmentsOf>): string {
  const texts = t.corrections;
  const parts = segments.map(({ checkIn, checkOut }) => {
    if (checkIn === null) return texts.workTo(format.time(checkOut ?? new Date(0)));
    return checkOut === null
      ? texts.workFrom(format.time(checkIn))
      : texts.work(format.time(checkIn), format.time(checkOut));
  });
  return parts.length === 0 ? texts.noWork : parts.join(', ');
}

function table(page: Page, request: QueuedCorrection, day: AttendanceDay | null, live: readonly Punch[]): Html {
  const { columns, compare } = page.t.corrections;
  const rows = punchPairs(live, request.punches ?? []).map((pair) => row(page, request, pair));
  return html`<table class="list mid mb-3"><caption class="visually-hidden">${compare}</caption><thead><tr><th scope="col">${columns.punch}</th>
    <th scope="col">${columns.recorded}</th><th scope="col">${columns.proposed}</th><th scope="col"><span class="visually-hidden">${columns.change}</span></th>
    </tr></thead><tbody>${rows}${absenceRow(page, request, day)}</tbody></table>`;
}

function row(page: Page, request: QueuedCorrection, { from, to }: PunchPair<Punch>): Html {
  const { t, format } = page;
  const texts = t.corrections;
  const kind = t.attendance.punches.kinds[(to ?? from)?.kind ?? 'in'];
  const isAsItIs = from !== null && to !== null && from.at.getTime() === to.at.getTime();
  const source = from !== null && from.recordedBy !== request.employee.name && author(t, from.recordedBy);
  const recorded =
    from === null
      ? html`<td class="fg-bad">${texts.isMissing}</td>`
      : html`<td>${value(format.time(from.at))}${source && html`<span class="sub">${source}</span>`}</td>`;
  const proposed =
    to === null
      ? html`<td class="same">${texts.isNone}</td>`
      : html`<td class="${!isAsItIs && 'strong'}">${value(format.time(to.at))}</td>`;
  return html`<tr><th scope="row" class="${!isAsItIs && 'strong'}">${kind}</th>${recorded}${proposed}${change(page, request, from, to, isAsItIs)}</tr>`;
}

function change(
  { t }: Page,
  { asked_at }: QueuedCorrection,
  from: Punch | null,
  to: GivenPunch | null,
  isAsItIs: boolean,
): Html {
  const texts = t.corrections;
  if (isAsItIs) return html`<td class="same">${texts.unchanged}</td>`;
  if (from === null) return html`<td>${badge('open', 'plus', texts.isNew)}</td>`;
  if (to !== null) return html`<td>${badge('open', 'edit', texts.isChanged)}</td>`;
  return from.recordedAt > asked_at
    ? html`<td>${badge('wait', 'alert', texts.addedMeanwhile)}</td>`
    : html`<td>${badge('off', 'cross', texts.isRemoved)}</td>`;
}

function absenceRow(
  { t }: Page,
  { absence_type: proposed }: QueuedCorrection,
  day: AttendanceDay | null,
): Html | false {
  const texts = t.corrections;
  const recorded = day?.record.absence_type ?? null;
  if (proposed === null) return false;
  const isNew = proposed !== recorded && html`${badge('open', 'plus', texts.isNew)}`;
  return html`<tr><th scope="row" class="strong">${texts.absenceRow}</th><td class="same">${recorded === null ? texts.isNone : name(recorded)}</td>
    <td class="strong">${name(proposed)}</td><td>${isNew}</td></tr>`;
}
