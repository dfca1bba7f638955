import { isLastAdmin } from '../accounts/account-rules.ts';
import {
  changeEmployeeLoginRole,
  chooseForEmployee,
  disableEmployeeLogin,
  enableEmployeeLogin,
} from '../accounts/employee-login.ts';
import { type LoginRow, loginTable, UNUSED_LOGIN } from '../accounts/login.ts';
import type { LoginRole } from '../actor.ts';
import { insertRows, reserveIds } from '../database/sql/bulk-rows.ts';
import { driverCodeOf } from '../database/sql/constraint-errors.ts';
import { type EmployeeRow, type EmployeeStatus, employeeTable } from '../employees/employee.ts';
import { exportedEmployeeInput, newEmployeeInput, type ValidatedEmployee } from '../employees/employee-input.ts';
import { isLostRace } from '../employees/employee-rules.ts';
import { insertImportedEmployees } from '../employees/employee-store.ts';
import { padIsraeliId } from '../employees/israeli-id.ts';
import { type PersonalColumns, personalColumns, type RowSecrets } from '../employees/new-employee-row.ts';
import { ShaonError } from '../errors.ts';
import { emailKey } from '../input/contact-fields.ts';
import { type InputErrors, issue } from '../input/issue.ts';
import { withoutDirectionMarks } from '../input/text-fields.ts';
import { type InputOf, safeValidate, type ValidationResult } from '../input/validate.ts';
import { kindsIn } from '../notices/notice-kinds.ts';
import { type ExportedPersonTimes, exportedPersonInput, exportedPersonTimesInput } from './exported-input.ts';
import { findHolders, type Holders, isOwn, settleHandedOnValues, type UniqueField } from './handed-on-values.ts';
import { importedPersonInput } from './import-input.ts';
import {
  type Accepted,
  type Candidate,
  type CheckedRow,
  type ImportRun,
  type KindImporter,
  referredBy,
  textOf,
  verdict,
} from './import-run.ts';
import { type LimitFields, limitOf, limitUnits, replaceLimits } from './imported-limits.ts';

/** The columns of a person; a value that the row lacks is absent and stays as it is (D:W32). */
export type EmployeeFields = PersonalColumns &
  Partial<
    Pick<
      EmployeeRow,
      'address' | 'departmentId' | 'branchId' | 'role' | 'status' | 'frozenAt' | 'createdAt' | 'updatedAt'
    >
  > & {
    /** What an export says of the person's messages and pages. */
    readonly chosen?: Pick<LoginRow, 'locale' | 'toldBy' | 'notTold'>;
    /** What limits the log-in of a manager; only an export says it. */
    readonly limit?: LimitFields;
  };

/** A person after validation; in an export perhaps without a phone. */
type ImportedPerson = Omit<ValidatedEmployee, 'department_id' | 'branch_id' | 'phone'> & {
  phone?: string | null | undefined;
};

/** Validated by the input of POST /employees, with external ids as references; without password and message (D:V26). */
export function employeeImporter(secrets: RowSecrets): KindImporter<EmployeeFields> {
  return {
    table: employeeTable,
    async check(run, candidates) {
      const departments = await referredBy(run, candidates, 'departments', 'department_external_id');
      const branches = await referredBy(run, candidates, 'branches', 'branch_external_id');
      const taken = await findTaken(run, candidates, secrets);
      const limited = run.isExport ? await limitUnits(run, candidates) : null;
      const checked = candidates.map((candidate) =>
        checkPerson(run, candidate, secrets, { departments, branches, limited, taken }),
      );
      return refuseLastAdmins(run, candidates, checked);
    },
    create: (run, rows) => refusingLostRace(() => createEmployees(run, rows)),
    update: (run, rows) => refusingLostRace(() => updateEmployees(run, rows)),
    async settle(run, rows) {
      const checked = await refuseLastAdmins(run, rows, rows);
      return settleHandedOnValues(run, rows, checked);
    },
  };
}

/** PostgreSQL's code for the transaction that it undoes when two wait for each other. */
const DEADLOCK = '40P01';

/**
 * Somebody else may take a value between the check of a row and its write (D:W24); PostgreSQL then accepts no other
 * statement. If the other one also waits for a value of this import, PostgreSQL undoes one of the two. Throws
 * `state_conflict`; the check of the next run names the row.
 */
async function refusingLostRace(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!isLostRace(error) && driverCodeOf(error) !== DEADLOCK) throw error;
    throw new ShaonError(
      'state_conflict',
      'Somebody else took an e-mail address or ID number of the source while the import ran. Nothing was imported. Import again; if it is still taken, its row is named.',
      {},
      { cause: error },
    );
  }
}

async function findTaken(run: ImportRun, candidates: readonly Candidate[], secrets: RowSecrets): Promise<Taken> {
  const { company, all } = run;
  const holders = await findHolders(all, company.dialect, {
    email: candidates.map(({ row }) => emailKey(textOf(row.values, 'email') ?? '')),
    id_number: candidates.flatMap(({ row }) => {
      const digits = textOf(row.values, 'id_number');
      return digits === null
        ? []
        : secrets.idNumberHash.of(company.companyId, padIsraeliId(withoutDirectionMarks(digits)));
    }),
  });
  return { holders, claimed: new Set() };
}

interface Taken {
  readonly holders: Holders;
  /** Values of earlier rows of the chunk, with their fields before them. */
  readonly claimed: Set<string>;
}

interface References {
  readonly departments: ReadonlyMap<string, number>;
  readonly branches: ReadonlyMap<string, number>;
  /** Null for rows of another source than an export. */
  readonly limited: Awaited<ReturnType<typeof limitUnits>> | null;
  readonly taken: Taken;
}

const NEW_FIELDS = ['name', 'id_number', 'email', 'phone', 'salary_type', 'hourly_rate', 'global_salary'];

function checkPerson(
  run: ImportRun,
  { row, recordId }: Candidate,
  secrets: RowSecrets,
  { departments, branches, limited, taken }: References,
): CheckedRow<EmployeeFields> {
  const { values } = row;
  const given = Object.fromEntries(NEW_FIELDS.filter((name) => Object.hasOwn(values, name)).map((n) => [n, values[n]]));
  const validated: ValidationResult<ImportedPerson> = safeValidate(
    run.isExport ? exportedEmployeeInput : newEmployeeInput,
    given,
  );
  const more = safeValidate(run.isExport ? exportedPersonInput : importedPersonInput, values);
  const times = run.isExport ? safeValidate(exportedPersonTimesInput, values) : null;
  const errors: InputErrors = { ...validated.errors, ...more.errors, ...times?.errors };

  const referenceTo = (field: string, known: ReadonlyMap<string, number>): number | null => {
    const external = textOf(values, field);
    if (external === null) return null;
    const id = known.get(external);
    if (id === undefined) errors[field] = [issue('in')];
    return id ?? null;
  };
  const departmentId = referenceTo('department_external_id', departments);
  const branchId = referenceTo('branch_external_id', branches);
  const limit = limited === null ? undefined : limitOf(values, limited);
  if (limit === null) errors.limited_to = [issue('in')];
  const waits = claimUniques(run, errors, validated, secrets, taken, recordId);

  const checked = verdict<EmployeeFields>(errors, () => ({
    ...importedColumns(run, secrets, validated.value as ImportedPerson),
    ...(Object.hasOwn(values, 'department_external_id') && { departmentId }),
    ...(Object.hasOwn(values, 'branch_external_id') && { branchId }),
    ...(more.value.address !== undefined && { address: more.value.address }),
    ...(more.value.role != null && { role: more.value.role }),
    ...(more.value.status != null && { status: more.value.status }),
    ...(run.isExport && isChosen(values) && { chosen: chosenIn(more.value) }),
    ...(limit != null && { limit }),
    ...(times !== null && exportedTimes(times.value)),
  }));
  return 'fields' in checked ? { ...checked, waits } : checked;
}

const isChosen = (values: Readonly<Record<string, unknown>>): boolean =>
  ['language', 'told_by', 'not_told'].some((name) => Object.hasOwn(values, name));

function chosenIn({
  language,
  told_by,
  not_told,
}: InputOf<typeof exportedPersonInput>): NonNullable<EmployeeFields['chosen']> {
  return { locale: language ?? null, toldBy: told_by ?? null, notTold: kindsIn(not_told ?? null).join(' ') || null };
}

function exportedTimes({ frozen_at, created_at, updated_at }: ValidationResult<ExportedPersonTimes>['value']) {
  return { frozenAt: frozen_at ?? null, createdAt: created_at as Date, updatedAt: updated_at as Date };
}

function importedColumns(run: ImportRun, secrets: RowSecrets, employee: ImportedPerson): PersonalColumns {
  const hash = secrets.idNumberHash.of(run.company.companyId, padIsraeliId(employee.id_number));
  return personalColumns(secrets.keys, hash, { ...employee, phone: employee.phone ?? null }, run.settings.phoneRegion);
}

/** D:W8, W10, A28: returns whether the row wants a value that another person of the company has so far. */
function claimUniques(
  { company }: ImportRun,
  errors: InputErrors,
  { value }: ValidationResult<ImportedPerson>,
  secrets: RowSecrets,
  { holders, claimed }: Taken,
  recordId: number | null,
): boolean {
  let waits = false;
  const claim = (field: UniqueField, key: string): void => {
    const holder = holders[field].get(key);
    const isFree = holder === undefined || isOwn(holder, recordId);
    const mayBeGiven = holder?.employeeId != null && holder.companyId === company.companyId;
    if (isFree && !claimed.has(`${field} ${key}`)) claimed.add(`${field} ${key}`);
    else if (!isFree && mayBeGiven) waits = true;
    else errors[field] = [issue('unique')];
  };
  if (typeof value.email === 'string') claim('email', emailKey(value.email));
  if (typeof value.id_number === 'string') {
    claim('id_number', secrets.idNumberHash.of(company.companyId, padIsraeliId(value.id_number)));
  }
  return waits;
}

async function createEmployees(run: ImportRun, rows: readonly Accepted<EmployeeFields>[]): Promise<void> {
  const { company, now } = run;
  await insertImportedEmployees(
    company,
    rows.map(({ id, fields: { chosen: _chosen, limit: _limit, ...fields } }) => ({
      address: null,
      departmentId: null,
      branchId: null,
      role: 'employee',
      status: 'active' as EmployeeStatus,
      frozenAt: fields.status === 'frozen' ? now : null,
      createdAt: now,
      updatedAt: now,
      ...fields,
      id,
    })),
  );
  const loginIds = await reserveIds(run.all, loginTable, rows.length);
  await insertRows(
    company,
    loginTable,
    rows.map(({ id, fields }, index) => ({
      id: loginIds[index] as number,
      name: fields.name,
      emailKey: emailKey(fields.email),
      email: fields.email,
      role: (fields.role ?? 'employee') as LoginRole,
      employeeId: id,
      passwordHash: null,
      mustChangePassword: true,
      ...UNUSED_LOGIN,
      ...fields.chosen,
      disabledAt: fields.status === 'frozen' ? (fields.frozenAt ?? now) : null,
      createdAt: now,
      updatedAt: now,
    })),
  );
  await replaceLimits(run, rows);
}

async function updateEmployees(run: ImportRun, rows: readonly Accepted<EmployeeFields>[]): Promise<void> {
  for (const row of rows) await updateEmployee(run, row);
  await replaceLimits(run, rows);
}

async function updateEmployee(run: ImportRun, { id, fields }: Accepted<EmployeeFields>): Promise<void> {
  const { company, now } = run;
  const before = await company.lockOne(employeeTable, id);
  if (before === null) return;
  const { status = before.status, frozenAt, chosen, limit: _limit, ...columns } = fields;
  const isTurned = status !== before.status;
  // An export has the time of the freeze; another source only the status.
  const frozen = { status, frozenAt: status === 'frozen' ? (frozenAt ?? now) : null };
  await run.employees.change(company, before, { ...columns, ...((run.isExport || isTurned) && frozen) }, now);
  // An export decides who is an admin, even if no admin who can sign in is left: the operator then makes one (D:A1).
  const mayBeLast = run.isExport;
  if (columns.role !== undefined && columns.role !== before.role) {
    await changeEmployeeLoginRole(company, id, columns.role as LoginRole, now, { mayBeLast });
  }
  if (chosen !== undefined) await chooseForEmployee(company, id, chosen);
  if (!isTurned) return;
  if (status === 'frozen') await disableEmployeeLogin(company, id, now, { mayBeLast });
  else await enableEmployeeLogin(company, id, now);
}

type AccessFields = Partial<Pick<EmployeeRow, 'role' | 'status'>>;

/**
 * D:A1: refuses rows that would leave the company without an active admin. Rows of an export may, because the export
 * decides who is an admin.
 */
export async function refuseLastAdmins<Fields extends AccessFields>(
  { company, isExport }: ImportRun,
  candidates: readonly Candidate[],
  checked: readonly CheckedRow<Fields>[],
): Promise<CheckedRow<Fields>[]> {
  if (isExport || candidates.every(({ recordId }) => recordId === null)) return [...checked];
  let admins = await company.find(loginTable, { role: 'admin', disabledAt: null });
  return checked.map((one, index) => {
    const admin = admins.find(({ employeeId }) => employeeId !== null && employeeId === candidates[index]?.recordId);
    const field = 'fields' in one ? endingAdmin(one.fields) : null;
    if (admin === undefined || field === null) return one;
    if (isLastAdmin(admins, admin.id)) return { errors: { [field]: [issue('last_admin')] } };
    admins = admins.filter(({ id }) => id !== admin.id);
    return one;
  });
}

/** The field by which an admin would not be an active one any more; an import gives nobody the role of an admin. */
function endingAdmin({ role, status }: AccessFields): 'role' | 'status' | null {
  if (role !== undefined) return 'role';
  return status === 'frozen' ? 'status' : null;
}
