import type {
  AttendanceRecord,
  Branch,
  Core,
  Department,
  Employee,
  LeaveRequest,
  Shift,
  SystemActor,
} from '@shaon/core';
import { attendanceTable } from '../../src/attendance/attendance.ts';
import { newEmployee } from '../support.ts';

export interface SampleCompany {
  readonly departments: Department[];
  readonly branches: Branch[];
  readonly shifts: Shift[];
  readonly employees: Employee[];
  readonly attendance: AttendanceRecord[];
  readonly leave: LeaveRequest[];
}

/** A few records of every kind, different in all that the lists filter by, and not made in the order of the lists. */
export async function fillCompany(core: Core, company: SystemActor): Promise<SampleCompany> {
  const filled: SampleCompany = { departments: [], branches: [], shifts: [], employees: [], attendance: [], leave: [] };
  for (const name of ['מטבח', 'Sales']) {
    filled.departments.push(await core.organization.createDepartment(company, { name }));
    filled.branches.push(await core.organization.createBranch(company, { name, address: 'Herzl 1' }));
    filled.shifts.push(await core.shifts.create(company, { name, wage_percentage: 100 }));
  }
  await core.absenceTypes.createDefaults(company);
  await core.absenceTypes.create(company, { label: 'Congé d’été' });
  for (let n = 0; n < 7; n++) {
    const department_id = filled.departments[n % 3]?.id ?? null;
    const branch_id = filled.branches[n % 2]!.id;
    const { id } = await core.employees.create(company, newEmployee({ department_id, branch_id }));
    if (n % 3 === 0) await core.employees.freeze(company, id);
    filled.employees.push(await core.employees.get(company, id));
    const type = ['חופש', 'מחלה', 'Congé d’été'][n % 3]!;
    const dates = ['2026-05-03', '2026-05-02'].slice(n % 2);
    for (const request of await core.leave.submit(company, { employee_id: id, dates, type })) {
      if (n % 3 === 1) await core.leave.approve(company, request.id);
      if (n % 3 === 2) await core.leave.reject(company, request.id, { manager_note: 'No.' });
      filled.leave.push(await core.leave.get(company, request.id));
    }
    filled.attendance.push(...(await addDays(core, company, id, n)));
  }
  return filled;
}

/** Two days of an employee, straight into the table: the later one an absence, the earlier one with points. */
async function addDays(core: Core, company: SystemActor, employeeId: number, n: number): Promise<AttendanceRecord[]> {
  const checkIn = new Date('2026-05-04T05:00:00.123Z');
  const { department, branch } = await core.employees.get(company, employeeId);
  const point = n % 2 === 0 ? { lat: 32.08, lng: 34.78, accuracy_meters: n === 0 ? null : n } : null;
  const nowhere = { checkInLat: null, checkInLng: null, checkInAccuracyMeters: null };
  const day = {
    ...nowhere,
    checkOutLat: null,
    checkOutLng: null,
    checkOutAccuracyMeters: null,
    employeeId,
    departmentId: department?.id ?? null,
    branchId: branch?.id ?? null,
    decidedBy: null,
    decidedAt: null,
    decisionNote: null,
    absenceBy: null,
    absenceAt: null,
    absenceNote: null,
    voidedAt: null,
    createdAt: checkIn,
    updatedAt: checkIn,
  };
  const rows = await core.extension.database.write(company, 'test', {}, async (transaction) => [
    await transaction.insert(attendanceTable, {
      ...day,
      date: '2026-05-05',
      checkIn: null,
      checkOut: null,
      status: 'approved',
      isApproved: true,
      absenceType: 'חופש',
    }),
    await transaction.insert(attendanceTable, {
      ...day,
      ...(point !== null && {
        checkInLat: point.lat,
        checkInLng: point.lng,
        checkInAccuracyMeters: point.accuracy_meters,
      }),
      date: '2026-05-04',
      checkIn,
      checkOut: null,
      status: 'open',
      isApproved: false,
      absenceType: null,
    }),
  ]);
  return rows.map(({ id, date, checkIn, checkOut, status, absenceType, isApproved }) => ({
    id,
    employee_id: employeeId,
    date,
    check_in: checkIn,
    check_out: checkOut,
    status,
    absence_type: absenceType,
    is_approved: isApproved,
    location: { check_in: date === '2026-05-04' ? point : null, check_out: null },
  }));
}
