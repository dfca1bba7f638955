import type { PunchOrder } from '@shaon/core/time';
import { radios } from '../../components/fields.ts';
import type { FormState } from '../../form-state.ts';
import type { Html } from '../../html.ts';
import type { Page } from '../../page.ts';

/*
 * The question that a correction asks if several orders of the punches of a minute make sense (D:A26): forms have no
 * seconds, and the hours depend on the order.
 */

const FIELD = 'order';

/** The only order, or the one that the person chose; null if they have to be asked. */
export function chosenOrder({ form }: Page, orders: readonly PunchOrder[]): PunchOrder | null {
  const [first, ...others] = orders;
  if (first !== undefined && others.length === 0) return first;
  return orders.find(({ kinds }) => kinds === form.text(FIELD)) ?? null;
}

/** The error of a form whose person has to be asked. */
export function orderMissing({ t }: Page): Readonly<Record<string, readonly string[]>> {
  return { [FIELD]: [t.attendance.correction.orderMissing] };
}

/** The orders to choose from, each with its hours; nothing if there is no question. */
export function orderField(page: Page, form: FormState, orders: readonly PunchOrder[]): Html | false {
  if (orders.length < 2) return false;
  const { correction: texts } = page.t.attendance;
  const [first, last] = differingPart(orders);
  const choices = orders.map(({ kinds, punches, workedMs }) => {
    const shown = punches
      .slice(Math.max(0, first - 1), last + 2)
      .map(({ kind, at }) => `${page.t.attendance.punches.kinds[kind]} ${page.format.time(at)}`);
    return { value: kinds, label: `${shown.join(', ')} (${page.format.hours(workedMs)})` };
  });
  return radios(form, { name: FIELD, label: texts.order, choices });
}

/** The first and the last position at which the orders differ. */
function differingPart(orders: readonly PunchOrder[]): readonly [first: number, last: number] {
  const kindAt = (index: number) => new Set(orders.map(({ punches }) => punches[index]?.kind));
  const differing = (orders[0]?.punches ?? []).map((_, index) => index).filter((index) => kindAt(index).size > 1);
  return [differing[0] ?? 0, differing.at(-1) ?? 0];
}
