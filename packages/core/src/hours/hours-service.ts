import { authorize } from '../abilities-and-roles.ts';
import { type Actor, withSelf } from '../actor.ts';
import { authorizeDaysOf } from '../attendance/attendance-access.ts';
import type { AttendanceRecord } from '../attendance/attendance-record.ts';
import { personDays } from '../attendance/sheet.ts';
import { readDays } from '../attendance/sheet-queries.ts';
import { readCompany } from '../companies/company-queries.ts';
import { listReading, reportReading } from '../database/readings/reading.ts';
import type { CompanyScope } from '../database/sql/company-scope.ts';
import { type Employee, employeeSummary, findEmployee } from '../employees/employee-queries.ts';
import { orNotFound } from '../errors.ts';
import { getOrMake } from '../get-or-make.ts';
import { invalidField } from '../input/invalid-input-error.ts';
import { issue } from '../input/issue.ts';
import type { ReadParts } from '../service-parts.ts';
import { listShifts, type Shift } from '../shifts/shift-queries.ts';
import { type DateRange, datesOfMonth } from '../time/calendar-date.ts';
import { localDate } from '../time/zone.ts';
import { type MonthOfPerson, type PersonHours, personHours } from './hours.ts';
import { approvedLeaveOf, peopleInPortions } from './hours-queries.ts';

/**
 * The hours of a month `YYYY-MM` by the company's own wage presets, as they are now. The present month has its days up
 * to now. Throws `invalid_input` for a month that is none or is in the future, `not_permitted`.
 */
export interface HoursService {
  /** A person's month; employees see only their own. Throws `not_found` for unknown people, and for others. */
  ofPerson(actor: Actor, employeeId: number, month: string): Promise<PersonHours>;
  /**
   * The month of everybody by id, for managers and the product: active people, and frozen ones with a day or approved
   * leave in it. People are read as they are asked for, in portions; a change meanwhile shows in the later ones only.
   */
  ofCompany(actor: Actor, month: string): AsyncGenerator<PersonHours, void, undefined>;
}

/** A company's month and the rules by which it is divided. */
interface MonthRules {
  readonly dates: DateRange;
  readonly presets: readonly Shift[];
  readonly zone: string;
  readonly workDayHours: number;
  readonly now: Date;
}

export function createHoursService({ database, clock }: ReadParts): HoursService {
  return {
    async ofPerson(actor, employeeId, month) {
      authorizeDaysOf(actor, employeeId);
      const dates = monthDates(month);
      const scope = database.scope(withSelf(actor), listReading('hours.ofPerson'));
      const employee = orNotFound(await findEmployee(scope, employeeId), 'employee');
      const rules = await rulesOf(scope, dates, clock.now());
      const [found] = await monthsOf(scope, [employee], rules);
      return personHours(orNotFound(found, 'employee'), rules);
    },

    async *ofCompany(actor, month) {
      authorize(actor, 'attendance.manage');
      const dates = monthDates(month);
      yield* companyHours(database.scope(actor, reportReading('hours.ofCompany')), dates, clock.now());
    },
  };
}

/** The hours that were kept of some people, by their ids; null for a person who had none. */
type KeptHoursOf = (ids: readonly number[]) => Promise<ReadonlyMap<number, Omit<PersonHours, 'employee'> | null>>;

/**
 * The hours of everybody in a month, as `ofCompany` gives them.
 *
 * @param keptOf gives the hours of people whose month is not to be read
 */
export async function* companyHours(
  scope: CompanyScope,
  dates: DateRange,
  now: Date,
  keptOf: KeptHoursOf = async () => new Map(),
): AsyncGenerator<PersonHours, void, undefined> {
  const rules = await rulesOf(scope, dates, now);
  for await (const people of peopleInPortions(scope)) {
    const kept = await keptOf(people.map(({ id }) => id));
    const read = people.filter(({ id }) => !kept.has(id));
    const months = read.length === 0 ? [] : await monthsOf(scope, read, rules);
    const byPerson = new Map(months.filter(isShown).map((month) => [month.employee.id, month]));
    for (const person of people) {
      const own = kept.get(person.id);
      const month = byPerson.get(person.id);
      if (own != null) yield { employee: employeeSummary(person), ...own };
      else if (month !== undefined) yield personHours(month, rules);
    }
  }
}

async function rulesOf(scope: CompanyScope, dates: DateRange, now: Date): Promise<MonthRules> {
  const { zone, workDayHours } = await readCompany(scope);
  if (dates.from > localDate(now, zone)) throw invalidField('month', issue('not_after_now'));
  return { dates, presets: await listShifts(scope), zone, workDayHours, now };
}

const isShown = ({ employee, days, leave }: MonthOfPerson): boolean =>
  employee.status === 'active' || days.length > 0 || leave.length > 0;

function monthDates(month: string): DateRange {
  const dates = typeof month === 'string' ? datesOfMonth(month) : null;
  if (dates === null) throw invalidField('month', issue('month'));
  return dates;
}

/** The months of these people, in their order. */
async function monthsOf(
  scope: CompanyScope,
  people: readonly Employee[],
  { dates, workDayHours, now }: MonthRules,
): Promise<readonly MonthOfPerson[]> {
  const ids = people.map(({ id }) => id);
  const { records, punches, withLaterPunch } = await readDays(scope, ids, dates);
  const leave = await approvedLeaveOf(scope, ids, dates);
  const byPerson = new Map<number, AttendanceRecord[]>();
  for (const record of records) getOrMake(byPerson, record.employee_id, () => []).push(record);
  return people.map((employee) => ({
    ...personDays(byPerson.get(employee.id) ?? [], punches, { now, workDayHours, withLaterPunch }),
    employee: employeeSummary(employee),
    punches,
    leave: leave.get(employee.id) ?? [],
  }));
}
