import { dateTime } from './date-times.ts';

/** An attendance row as both floors select it, instants in epoch milliseconds. */
export interface AttendanceRow {
  id: number;
  employee_id: number;
  date: string;
  check_in: number | null;
  check_out: number | null;
  status: string;
  absence_type: string | null;
  is_approved: number | boolean;
  check_in_lat: number | null;
  check_in_lng: number | null;
  check_in_accuracy_meters: number | null;
  check_out_lat: number | null;
  check_out_lng: number | null;
  check_out_accuracy_meters: number | null;
}

const COLUMNS = ['id', 'employee_id', 'check_in', 'check_out', 'status', 'absence_type', 'is_approved'];
const LOCATION = ['lat', 'lng', 'accuracy_meters'].flatMap((part) => [`check_in_${part}`, `check_out_${part}`]);

/** How PostgreSQL is asked for a date as text, and for instants in epoch milliseconds. */
export const POSTGRES_FORMS = {
  date: 'a.date::text AS date',
  check_in: '(extract(epoch FROM a.check_in) * 1000)::float8 AS check_in',
  check_out: '(extract(epoch FROM a.check_out) * 1000)::float8 AS check_out',
};

/** The columns of a page: those of the location only when it is shown. */
export function columns(hasLocation: boolean, special: Readonly<Record<string, string>>): string {
  const names = [...COLUMNS, 'date', ...(hasLocation ? LOCATION : [])];
  return names.map((name) => special[name] ?? `a.${name}`).join(', ');
}

/** Two separate literals, because Node 20 keeps objects that grow after a spread in memory too long. */
export function record(row: AttendanceRow, hasLocation: boolean) {
  const { id, employee_id, date, status, absence_type } = row;
  const check_in = row.check_in === null ? null : dateTime(row.check_in);
  const check_out = row.check_out === null ? null : dateTime(row.check_out);
  const is_approved = row.is_approved === 1 || row.is_approved === true;
  if (!hasLocation) return { id, employee_id, date, check_in, check_out, status, absence_type, is_approved };
  const location = {
    check_in: point(row.check_in_lat, row.check_in_lng, row.check_in_accuracy_meters),
    check_out: point(row.check_out_lat, row.check_out_lng, row.check_out_accuracy_meters),
  };
  return { id, employee_id, date, check_in, check_out, status, absence_type, is_approved, location };
}

function point(lat: number | null, lng: number | null, accuracy: number | null) {
  return lat === null ? null : { lat, lng, accuracy_meters: accuracy };
}

export interface EmployeeRow {
  id: number;
  name: string;
  email: string;
  phone: string | null;
  role: string;
  status: string;
  department_id: number | null;
  department_name: string | null;
  branch_id: number | null;
  branch_name: string | null;
}

export const EMPLOYEE = `SELECT e.id, e.name, e.email, e.phone, e.role, e.status, e.department_id, d.name AS department_name,
  e.branch_id, b.name AS branch_name FROM shaon_employee e
  LEFT JOIN shaon_department d ON d.company_id = e.company_id AND d.id = e.department_id
  LEFT JOIN shaon_branch b ON b.company_id = e.company_id AND b.id = e.branch_id WHERE e.company_id = $1 AND e.id = $2`;

export function employee(row: EmployeeRow) {
  const { id, name, email, phone, role, status, department_id, department_name, branch_id, branch_name } = row;
  const department = department_id === null ? null : { id: department_id, name: department_name };
  const branch = branch_id === null ? null : { id: branch_id, name: branch_name };
  return { id, name, email, phone, role, status, department, branch };
}
