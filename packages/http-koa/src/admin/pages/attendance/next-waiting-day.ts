import type { Employee, SheetDay } from '@shaon/core';
import { linkButton } from '../../components/button.ts';
import { isolated } from '../../components/texts.ts';
import type { Html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { type PersonDay, personDayPath } from './person-day.ts';

/** After a decision, the link to the next day of the month that waits for one: of the same person, then of another. */
export async function nextWaitingDay(page: Page, personDay: PersonDay): Promise<Html | false> {
  const { t, format } = page;
  const { day, list } = personDay;
  if (day === null || day.decision === null) return false;
  const next = (await ofSamePerson(page, personDay)) ?? (await ofAnother(page, personDay));
  if (next === null) return false;
  const label = t.attendance.decision.next(isolated(next.employee.name), format.shortDate(next.date));
  return linkButton(page, personDayPath({ ...next, list }), label, { isSmall: true });
}

interface WaitingDay {
  readonly employee: Pick<Employee, 'id' | 'name'>;
  readonly date: string;
}

async function ofSamePerson({ core, actor }: Page, { employee, date }: PersonDay): Promise<WaitingDay | null> {
  const { days } = await core.attendance.personMonth(actor, employee.id, date.slice(0, 7));
  const dates = pendingDates(days);
  const next = dates.find((one) => one > date) ?? dates[0];
  return next === undefined ? null : { employee, date: next };
}

/** Others decide on the reader's own days, so three people are enough to find one (D:A23). */
async function ofAnother(page: Page, { employee, date }: PersonDay): Promise<WaitingDay | null> {
  const { core, actor, locale } = page;
  const filter = { state: 'pending', locale } as const;
  const sheet = await core.attendance.monthSheet(actor, date.slice(0, 7), filter, { page: 1, per_page: 3 });
  const other = sheet.people.items.find((one) => ![employee.id, actor.employeeId].includes(one.employee.id));
  const [first] = pendingDates(other?.days ?? []);
  if (other === undefined || first === undefined) return null;
  page.disclosed({ what: 'attendance', employee_id: other.employee.id, dates: [first, first], locations: false });
  return { employee: other.employee, date: first };
}

const pendingDates = (days: readonly Pick<SheetDay, 'record'>[]): string[] =>
  days.filter(({ record }) => record.status === 'pending').map(({ record }) => record.date);
