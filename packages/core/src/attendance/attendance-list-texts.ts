import { flag } from '../database/columns.ts';
import { countedListParts, type Listing, type ListParameters } from '../database/counts/counted-list.ts';
import { DIFFERENCES, type Dialect, eachDialect } from '../database/dialect.ts';
import { areNotNull, type JsonRecord, jsonPageStatement } from '../database/json-pages.ts';
import { type ListParts, pageStatement, parameterOf } from '../database/paging.ts';
import { type CompanySql, companySql, readByIndex } from '../database/statement.ts';
import { employeeTable } from '../employees/employee.ts';
import { EMPLOYEE_ORDER, recordsOfEmployee } from '../employees/records-of-employee.ts';
import { getOrMake } from '../get-or-make.ts';
import { attendanceTable } from './attendance.ts';
import { type CountedRecord, countedAttendance } from './attendance-count.ts';

/* The statements of the list. They depend on which filters are given, not on their values, so each is made and prepared
   once (`readPageBy`). */

/** For each kind of mix of filters, the index that has its records in the order of the list. */
const INDICES: Readonly<Record<string, string>> = {
  all: 'shaon_attendance_company_id_date_id_idx',
  department: 'shaon_attendance_company_id_department_id_date_id_idx',
  branch: 'shaon_attendance_company_id_branch_id_date_id_idx',
  status: 'shaon_attendance_company_id_status_date_id_idx',
  'department branch': 'shaon_attendance_department_branch_idx',
  'department status': 'shaon_attendance_department_status_idx',
  'branch status': 'shaon_attendance_branch_status_idx',
  'department branch status': 'shaon_attendance_department_branch_status_idx',
};
const LISTING: Listing<CountedRecord> = { counted: countedAttendance, indices: INDICES };
const INDEX_OF_EMPLOYEE = 'shaon_attendance_company_id_employee_id_date_key';

const location = (dialect: Dialect): string =>
  ['check_in', 'check_out']
    .flatMap((punch) => [
      ...coordinatesOf(punch).map((name) => `, ${DIFFERENCES[dialect].doubleAsBits(`a.${name}`)} AS ${name}`),
      `, a.${punch}_accuracy_meters`,
    ])
    .join('');

const instantsOf = (dialect: Dialect): string =>
  ['check_in', 'check_out'].map((name) => `${DIFFERENCES[dialect].instantAsMs(`a.${name}`)} AS ${name}`).join(', ');
const recordColumns = (dialect: Dialect): string =>
  `a.id, a.employee_id, ${DIFFERENCES[dialect].dateToRead('a.date')} AS date, ${instantsOf(dialect)}, a.status, a.absence_type, ${flag.select(dialect, 'a.is_approved')} AS is_approved`;
/** What `recordFromRaw` reads of a record `a`, without its location. */
export const RECORD_COLUMNS = eachDialect(recordColumns);
const LOCATION = eachDialect(location);

/** The properties that decide how a page is read. */
export interface ListShape {
  readonly dialect: Dialect;
  readonly withLocation: boolean;
  readonly isFirstPage: boolean;
}

/** The names of a list's values in order, the first of which is `$2`, and the column of its totals. */
type AskedList = Pick<ListParameters, 'names' | 'total'>;

/** Builds each statement once: a text built for each call would be hashed again to find its prepared form. */
function madeOnce<Made>(make: (asked: AskedList, shape: ListShape) => Made) {
  const made = new Map<string, Made>();
  return (asked: AskedList, shape: ListShape): Made => {
    const key = `${shape.dialect} ${shape.withLocation} ${shape.isFirstPage} ${asked.total} ${asked.names.join()}`;
    return getOrMake(made, key, () => make(asked, shape));
  };
}

/** The statement of a page. */
export const listText = madeOnce((asked, shape): CompanySql => {
  const { dialect, withLocation } = shape;
  const select = withLocation ? RECORD_COLUMNS[dialect] + LOCATION[dialect] : RECORD_COLUMNS[dialect];
  return pageStatement(listParts(asked, shape, select), asked.names.length);
});

const JSON_RECORD: JsonRecord = {
  id: { as: 'value', column: 'id' },
  employee_id: { as: 'value', column: 'employee_id' },
  date: { as: 'value', column: 'date' },
  check_in: { as: 'instant', column: 'check_in' },
  check_out: { as: 'instant', column: 'check_out' },
  status: { as: 'value', column: 'status' },
  absence_type: { as: 'value', column: 'absence_type' },
  is_approved: { as: 'flag', column: 'is_approved' },
};
const JSON_RECORD_WITH_LOCATION: JsonRecord = {
  ...JSON_RECORD,
  location: { as: 'object', members: { check_in: jsonPoint('check_in'), check_out: jsonPoint('check_out') } },
};

/** A location needs both coordinates (D:T11). */
function coordinatesOf(punch: string): readonly string[] {
  return [`${punch}_lat`, `${punch}_lng`];
}

function jsonPoint(punch: 'check_in' | 'check_out'): JsonRecord[string] {
  return {
    as: 'object',
    unlessNull: coordinatesOf(punch),
    members: {
      lat: { as: 'value', column: `${punch}_lat` },
      lng: { as: 'value', column: `${punch}_lng` },
      accuracy_meters: { as: 'value', column: `${punch}_accuracy_meters` },
    },
  };
}

const LOCATED = `CASE WHEN ${areNotNull(coordinatesOf('check_in'))} OR ${areNotNull(coordinatesOf('check_out'))} THEN 1 END`;
const SUMMARY =
  'COUNT(DISTINCT employee_id) AS people, MIN(date) AS first_date, MAX(date) AS last_date, COUNT(located) AS located';

/** Like `listText`, with the records as JSON, and how many people, dates and locations they have. */
export const jsonListText = madeOnce((asked, shape): CompanySql => {
  const located = shape.withLocation ? LOCATED : 'NULL';
  const list = listParts(asked, shape, `a.employee_id, a.date, ${located} AS located`);
  const record = shape.withLocation ? JSON_RECORD_WITH_LOCATION : JSON_RECORD;
  return jsonPageStatement(list, asked.names.length, record, SUMMARY);
});

function listParts(asked: AskedList, { dialect, isFirstPage }: ListShape, select: string): ListParts {
  return asked.names.includes('employee_id')
    ? listOfEmployee(asked.names, dialect, select)
    : countedListParts(LISTING, asked, { dialect, select, isFirstPage });
}

/**
 * One employee has few days, at most 366 a year, so these are counted without stored counts; a status is checked day by
 * day. The department and branch are read from the employee: each record has a copy, so all of the days match or none.
 */
function listOfEmployee(names: readonly string[], dialect: Dialect, select: string): ListParts {
  const units = ['department_id', 'branch_id'].filter((name) => names.includes(name));
  const ofUnits = units.map(
    (name) => companySql` AND (SELECT e.${name} FROM ${employeeTable} e
      WHERE e.id = ${parameterOf(names, 'employee_id')}) = ${parameterOf(names, name)}`,
  );
  const own = `a.voided_at IS NULL AND ${recordsOfEmployee(names, dialect, ['status'])}`;
  return {
    select,
    from: companySql`${readByIndex(attendanceTable, DIFFERENCES[dialect].byIndex(INDEX_OF_EMPLOYEE))} a`,
    where: ofUnits.reduce((all, one) => companySql`${all}${one}`, companySql`${own}`),
    orderBy: EMPLOYEE_ORDER,
  };
}
