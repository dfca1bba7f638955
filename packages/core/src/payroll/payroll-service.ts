import { authorize } from '../abilities-and-roles.ts';
import { listAbsenceTypes } from '../absence-types/absence-type-queries.ts';
import type { Actor } from '../actor.ts';
import { actEntry, auditAct } from '../audit/audit-act.ts';
import { standingClosings } from '../closed-months/closed-months.ts';
import { lockCompany, readCompany } from '../companies/company-queries.ts';
import { chosenColumns, storeColumns } from '../companies/payroll-layout.ts';
import type { CsvCell } from '../csv-text.ts';
import type { WriteOptions } from '../database/database.ts';
import { listReading, reportReading } from '../database/readings/reading.ts';
import type { CompanyScope } from '../database/sql/company-scope.ts';
import { assertVersion, type ExpectedVersion } from '../database/sql/expected-version.ts';
import { invalidOption } from '../errors.ts';
import { externalIdsOf } from '../external-ids/external-id-queries.ts';
import type { PersonHours } from '../hours/hours.ts';
import { companyHours } from '../hours/hours-service.ts';
import { invalidField } from '../input/invalid-input-error.ts';
import { issue } from '../input/issue.ts';
import { validate } from '../input/validate.ts';
import type { Locale } from '../locale.ts';
import { branchTable } from '../organization/branch.ts';
import { departmentTable } from '../organization/department.ts';
import type { ServiceParts } from '../service-parts.ts';
import { listShifts } from '../shifts/shift-queries.ts';
import { datesOfMonth } from '../time/calendar-date.ts';
import {
  type ColumnFacts,
  type KnownPayrollColumn,
  knownColumns,
  type SheetColumn,
  sheetColumns,
  versionedColumns,
} from './payroll-columns.ts';
import { type PayrollFormat, payrollPieces } from './payroll-files.ts';
import { type PayrollLayout, type PayrollRequest, payrollLayoutInput, payrollRequestInput } from './payroll-input.ts';
import { hoursKeptBy, salariesOf } from './payroll-queries.ts';
import { type PayrollPerson, payrollPerson, payrollTable, waitingDays } from './payroll-rows.ts';

/** A payroll file before it is written. */
export interface PayrollSheet {
  /** `YYYY-MM` */
  readonly month: string;
  readonly columns: readonly SheetColumn[];
  /** The rows, a person or a person and preset each, people by id. Hours are whole numbers of `hours`. */
  readonly rows: () => Iterable<readonly CsvCell[]>;
  /** The sum of each column of numbers. */
  readonly total: readonly CsvCell[];
  readonly hours: 'minutes' | 'hundredths';
  readonly people: number;
  /** Whole minutes in the file. */
  readonly minutes: number;
  /** When the company's month was closed, or that of the file's department; null while somebody's in the file is open. */
  readonly closedAt: Date | null;
  /** Minutes and days of these people that wait for a decision, and days that lack a punch. */
  readonly waiting: { readonly minutes: number; readonly days: number; readonly unmended: number };
  /** Wage presets that have hours in the month and no column, though others have one. */
  readonly leftOut: readonly { readonly name: string; readonly minutes: number }[];
  /** Kinds of absence that have days in the file's month and no column, though others have one. */
  readonly absencesLeftOut: readonly { readonly label: string; readonly days: number }[];
}

/**
 * A month's hours as the file that payroll software takes. Managers and the product read it, salaries only admins and the
 * product. What a closing kept is paid as it was kept; an open month is as it is now. All throw `not_permitted`, and
 * `invalid_input` for a month that is none or is in the future, for units that do not exist, and for other bad fields.
 */
export interface PayrollService {
  /** The columns that the company's file may have, those in it first, with labels in `locale` or the company's language. */
  columns(actor: Actor, options?: { readonly locale?: Locale | undefined }): Promise<KnownPayrollColumn[]>;
  /**
   * Chooses, names and orders the columns of the company's files, for admins. `expectedVersion` is the
   * `payrollColumnsVersion` of those that were in the file. Throws `state_conflict` if they have another version.
   */
  saveColumns(
    actor: Actor,
    layout: PayrollLayout,
    options?: WriteOptions & ExpectedVersion,
  ): Promise<KnownPayrollColumn[]>;
  /** The table; whoever shows it audits what was shown. */
  sheet(actor: Actor, request: PayrollRequest): Promise<PayrollSheet>;
  /** The file in pieces. It is audited before the first: who, of how many people, which columns and dates. */
  file(
    actor: Actor,
    request: PayrollRequest,
    format: PayrollFormat,
  ): AsyncGenerator<string | Uint8Array, void, undefined>;
}

export function createPayrollService({ database, audit, clock }: ServiceParts): PayrollService {
  async function sheet(actor: Actor, { month, ...input }: PayrollRequest): Promise<PayrollSheet> {
    authorize(actor, 'attendance.manage');
    const dates = typeof month === 'string' ? datesOfMonth(month) : null;
    if (dates === null) throw invalidField('month', issue('month'));
    const request = validate(payrollRequestInput, input);
    const { salary = null } = request;
    if (salary !== null) authorize(actor, 'personnel.file');
    const [days, rows, hours] = [request.days ?? 'approved', request.rows ?? 'person', request.hours ?? 'minutes'];
    const scope = database.scope(actor, reportReading('payroll.sheet'));
    await assertUnits(scope, request);
    const { locale } = await readCompany(scope);
    const facts = await columnFacts(scope);
    const known = knownColumns(facts, await chosenColumns(scope), { reader: locale, company: locale });
    const columns = sheetColumns(facts, known, { rows, salary: salary ?? [], needsStates: days === 'all', locale });
    const closings = await standingClosings(scope, [month]);
    const keptOf = await hoursKeptBy(
      scope,
      closings.map(({ id }) => id),
    );
    const closed = new Set<number>();
    const keptNoting: typeof keptOf = async (ids) => {
      const kept = await keptOf(ids);
      for (const id of kept.keys()) closed.add(id);
      return kept;
    };
    const people: PayrollPerson[] = [];
    const waiting = { minutes: 0, days: 0, unmended: 0 };
    for await (const some of inPortions(companyHours(scope, dates, clock.now(), keptNoting), isOf(request))) {
      const ids = some.map(({ employee }) => employee.id);
      const externalIds = await externalIdsOf(scope, 'employee', ids);
      const salaries = salary === null ? null : await salariesOf(scope, ids);
      for (const one of some) {
        const { id } = one.employee;
        const more = { externalId: externalIds.get(id) ?? null, salary: salaries?.get(id) ?? {} };
        people.push(payrollPerson(one, { ...more, days, locale }));
        waiting.minutes += one.pending.workedMinutes;
        waiting.days += waitingDays(one);
        waiting.unmended += one.unmended.length;
      }
    }
    const labels = new Map(facts.types.map(({ id, label }) => [id, label]));
    const isClosed = people.every(({ employee }) => closed.has(employee.id));
    // The company's closing comes after those of its departments.
    const closing = closings.findLast(
      ({ departmentId }) => departmentId === null || (isClosed && departmentId === request.department_id),
    );
    return {
      ...{ month, columns, hours, waiting },
      ...(await payrollTable(people, { columns, rows, hours, labels, locale })),
      people: people.length,
      minutes: people.reduce((sum, { minutes }) => sum + minutes, 0),
      closedAt: closing?.closedAt ?? null,
      leftOut: rows === 'person' ? leftOut(people, columns) : [],
      absencesLeftOut: absencesLeftOut(people, columns, labels),
    };
  }

  return {
    async columns(actor, { locale } = {}) {
      authorize(actor, 'attendance.manage');
      return readColumns(database.scope(actor, listReading('payroll.columns')), locale);
    },

    async saveColumns(actor, input, { expectedVersion, ...options } = {}) {
      authorize(actor, 'company.settings');
      const { columns } = validate(payrollLayoutInput, input);
      return database.write(actor, 'payroll.saveColumns', options, async (company) => {
        await lockCompany(company);
        const known = await readColumns(company);
        assertVersion(expectedVersion, 'payroll_columns', () =>
          versionedColumns(known.filter(({ isChosen }) => isChosen)),
        );
        assertSources(known, columns);
        await storeColumns(company, columns, clock.now());
        await auditAct(audit, company, actor, 'payroll.columns', { columns: columns.map(({ source }) => source) });
        return readColumns(company);
      });
    },

    sheet,

    async *file(actor, request, format) {
      if (format !== 'csv' && format !== 'xlsx') throw invalidOption('A payroll file is csv or xlsx.');
      const made = await sheet(actor, request);
      const { from = '', to = '' } = datesOfMonth(request.month) ?? {};
      const { salary } = request;
      await audit.commit(
        actEntry(actor, 'payroll.export', {
          ...{ format, people: made.people, dates: [from, to], columns: made.columns.map(({ source }) => source) },
          ...(request.department_id != null && { department_id: request.department_id }),
          ...(request.branch_id != null && { branch_id: request.branch_id }),
          ...(salary != null && { salary: true }),
        }),
      );
      yield* payrollPieces(made, format);
    },
  };
}

async function columnFacts(scope: CompanyScope): Promise<ColumnFacts> {
  return { presets: await listShifts(scope), types: await listAbsenceTypes(scope) };
}

async function readColumns(scope: CompanyScope, reader?: Locale): Promise<KnownPayrollColumn[]> {
  const { locale } = await readCompany(scope);
  const words = { reader: reader ?? locale, company: locale };
  return [...knownColumns(await columnFacts(scope), await chosenColumns(scope), words)];
}

/** A column stands once, and is one that the company may have. */
function assertSources(known: readonly KnownPayrollColumn[], columns: PayrollLayout['columns']): void {
  const left = new Set(known.map(({ source }) => source));
  for (const [index, { source }] of columns.entries()) {
    if (!left.delete(source)) throw invalidField(`columns.${index}.source`, issue('in'));
  }
}

type Units = Pick<PayrollRequest, 'department_id' | 'branch_id'>;

async function assertUnits(scope: CompanyScope, { department_id, branch_id }: Units): Promise<void> {
  if (department_id != null && (await scope.findOne(departmentTable, { id: department_id })) === null) {
    throw invalidField('department_id', issue('in'));
  }
  if (branch_id != null && (await scope.findOne(branchTable, { id: branch_id })) === null) {
    throw invalidField('branch_id', issue('in'));
  }
}

const isOf =
  ({ department_id, branch_id }: Units) =>
  ({ employee: { department, branch } }: PersonHours): boolean =>
    (department_id == null || department?.id === department_id) && (branch_id == null || branch?.id === branch_id);

/** People whose other data is read at once. */
const PORTION = 100;

async function* inPortions<T>(
  all: AsyncIterable<T>,
  isWanted: (one: T) => boolean,
): AsyncGenerator<readonly T[], void, undefined> {
  let some: T[] = [];
  for await (const one of all) {
    if (isWanted(one)) some.push(one);
    if (some.length < PORTION) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}

function leftOut(people: readonly PayrollPerson[], columns: readonly SheetColumn[]): PayrollSheet['leftOut'] {
  const shown = new Set(columns.map(({ source }) => (source === 'outside' ? 'preset:0' : source)));
  if (![...shown].some((source) => source.startsWith('preset:'))) return [];
  const sums = new Map<string, number>();
  for (const { parts } of people) {
    for (const { id, name, minutes } of parts) {
      if (!shown.has(`preset:${id}`)) sums.set(name, (sums.get(name) ?? 0) + minutes);
    }
  }
  return [...sums].map(([name, minutes]) => ({ name, minutes }));
}

function absencesLeftOut(
  people: readonly PayrollPerson[],
  columns: readonly SheetColumn[],
  labels: ReadonlyMap<number, string>,
): PayrollSheet['absencesLeftOut'] {
  const shown = new Set(
    columns.flatMap(({ source }) => (source.startsWith('absence:') ? [labels.get(Number(source.slice(8)))] : [])),
  );
  if (shown.size === 0) return [];
  const sums = new Map<string, number>();
  for (const { absences } of people) {
    for (const [label, days] of absences) if (!shown.has(label)) sums.set(label, (sums.get(label) ?? 0) + days);
  }
  return [...sums].map(([label, days]) => ({ label, days }));
}
