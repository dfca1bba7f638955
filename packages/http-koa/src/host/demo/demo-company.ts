import type { ImportFile, ImportKind, SourceRow } from '@shaon/core';
import { addDays, formatInstant } from '@shaon/core/time';
import { absencesOf, type DemoAbsence } from './demo-absences.ts';
import { type DemoCalendar, daysOf } from './demo-days.ts';
import { BRANCHES, DEPARTMENTS, type DemoPerson, idNumber, PEOPLE } from './demo-people.ts';

export const DEMO_COMPANY = { name: 'שעון לדוגמה', zone: 'Asia/Jerusalem', locale: 'he', phone_region: 'IL' } as const;

/** The key of a row that only the demo has; a database's demo company is recognised by it. */
export const DEMO_MARK = 'demo-department-1';

/** Eighteen months. */
const DAYS = 548;
const CHUNK = 500;

type Row = Readonly<Record<string, unknown>>;

/** All rows of the demo company up to `now`, as files of an import. */
export function demoFiles(now: Date): ImportFile[] {
  const calendar = calendarOf(now);
  const absences = new Map(PEOPLE.map((person) => [person, absencesOf(person, calendar.dates)] as const));
  return [
    file(
      'departments',
      DEPARTMENTS.map((name, index) => ({ external_id: `demo-department-${index + 1}`, name })),
    ),
    file(
      'branches',
      BRANCHES.map(([name, address], index) => ({ external_id: `demo-branch-${index + 1}`, name, address })),
    ),
    file('shifts', SHIFTS),
    file('employees', PEOPLE.map(employeeRow)),
    file('leave', leaveRows(absences)),
    file('attendance', attendanceRows(calendar, absences)),
  ];
}

const SHIFTS: readonly Row[] = [
  { external_id: 'demo-shift-1', name: 'רגיל', start_time: '08:30', end_time: '17:30', wage_percentage: 100 },
  {
    external_id: 'demo-shift-2',
    name: 'שעות נוספות 125%',
    start_time: '17:30',
    end_time: '19:30',
    wage_percentage: 125,
  },
  { external_id: 'demo-shift-3', name: 'שעות נוספות 150%', start_time: null, end_time: null, wage_percentage: 150 },
  { external_id: 'demo-shift-4', name: 'לילה', start_time: '22:00', end_time: '06:00', wage_percentage: 150 },
  { external_id: 'demo-shift-5', name: 'שבת וחג', start_time: null, end_time: null, wage_percentage: 200 },
];

function employeeRow(person: DemoPerson): Row {
  const isGlobal = person.department <= 1;
  return {
    external_id: person.externalId,
    name: person.name,
    id_number: idNumber(person.number),
    email: `person${person.number}@demo.example`,
    phone: `05${person.number % 5}-${String(2_000_000 + person.number * 7_919)}`,
    department_external_id: `demo-department-${person.department + 1}`,
    branch_external_id: person.number % 13 === 0 ? null : `demo-branch-${person.branch + 1}`,
    salary_type: isGlobal ? 'global' : 'hourly',
    ...(isGlobal ? { global_salary: 9_000 + person.number * 150 } : { hourly_rate: 36 + (person.number % 20) }),
    role: person.isManager ? 'manager' : 'employee',
    status: person.isFrozen ? 'frozen' : 'active',
  };
}

type Absences = ReadonlyMap<DemoPerson, ReadonlyMap<string, DemoAbsence>>;

function* leaveRows(absences: Absences): Generator<Row> {
  for (const [person, days] of absences) {
    for (const { date, type, status, note, group } of days.values()) {
      yield {
        external_id: `demo-leave-${person.number}-${date}`,
        employee_external_id: person.externalId,
        date,
        type,
        status,
        manager_note: note,
        group,
        created_at: `${addDays(group, -45)} 09:${String(10 + (person.number % 50))}`,
      };
    }
  }
}

/** By date, as a company would have written them. */
function* attendanceRows(calendar: DemoCalendar, absences: Absences): Generator<Row> {
  for (const [person, days] of absences) yield* daysOf(person, calendar, days);
}

function calendarOf(now: Date): DemoCalendar {
  const [today, time] = formatInstant(now, DEMO_COMPANY.zone).split('T') as [string, string];
  const dates = Array.from({ length: DAYS }, (_, index) => addDays(today, index - DAYS + 1));
  const [hours, minutes] = time.split(':', 2).map(Number) as [number, number];
  const clockChanges = new Set(dates.filter((date) => offsetAt(date) !== offsetAt(addDays(date, 1))));
  return { dates, today, minuteNow: hours * 60 + minutes, clockChanges };
}

const offsetAt = (date: string): string => formatInstant(new Date(`${date}T12:00:00Z`), DEMO_COMPANY.zone).slice(-6);

function file(kind: ImportKind, rows: Iterable<Row>): ImportFile {
  return {
    kind,
    name: `demo ${kind}`,
    async *rows() {
      let chunk: SourceRow[] = [];
      let line = 0;
      for (const values of rows) {
        line += 1;
        chunk.push({ line, values });
        if (chunk.length < CHUNK) continue;
        yield chunk;
        chunk = [];
      }
      if (chunk.length > 0) yield chunk;
    },
  };
}
