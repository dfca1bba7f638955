/** Punches, days and leave (SPEC 2, 3; D:T1 to T16, L1 to L5). */

const test = (/** @type {string} */ name) => `packages/core/test/attendance/${name}.test.ts`;
const leave = (/** @type {string} */ name) => `packages/core/test/leave/${name}.test.ts`;
const ownRecords = 'packages/core/test/accounts/own-records.test.ts';
const punches = [test('punches'), test('days')];
const imports = ['packages/core/test/import/attendance-row-rules.test.ts'];

/** @type {import('../mutant.mjs').Group[]} */
export const attendanceMutants = [
  {
    file: 'packages/core/src/attendance/projection.ts',
    tests: [test('projection'), test('punches'), test('presence')],
    faults: [
      ["kind === 'in' || kind === 'break_end'", "kind === 'in'"],
      ['isDayOpen(punches) ? undefined : punches.at(-1)', 'punches.at(-1)'],
      ['checkIn: first?.at ?? null', 'checkIn: punches[0]?.at ?? null'],
      ['checkOutAccuracyMeters: last?.accuracyMeters ?? null', 'checkOutAccuracyMeters: null'],
      ['checkInAccuracyMeters: first?.accuracyMeters ?? null', 'checkInAccuracyMeters: last?.accuracyMeters ?? null'],
      ['checkOutLat: last?.lat ?? null', 'checkOutLat: first?.lat ?? null'],
      ["last !== undefined && last.kind !== 'out'", 'last !== undefined && isOpening(last.kind)'],
      ['punches.findLast((punch) => isOpening(punch.kind))', 'punches.find((punch) => isOpening(punch.kind))'],
      ['checkIn !== null || !isOnBreak', 'checkIn !== null'],
      ["isOnBreak = kind === 'break_start'", 'isOnBreak = false'],
      ['Math.floor(sumOf(seconds) / 60) * MINUTE_MS', 'sumOf(seconds) * 1_000'],
      ['index === segments.length - 1 ? now : null', 'now'],
      ['if (checkIn !== null) segments.push({ checkIn, checkOut: null }); checkIn = at;', 'checkIn = at;'],
    ],
  },
  {
    file: 'packages/core/src/attendance/working-day.ts',
    tests: punches,
    faults: [
      ['isOpening(last.kind) && isWithinHours(last.at, at, openShiftHours)', 'isOpening(last.kind)'],
      ['isWithinHours(lastOut.at, at, limits.breakHours) && isWithinHours', 'isWithinHours'],
      ['&& isWithinHours(first.at, at, limits.workDayHours);', ';'],
      ['lastDay !== null && punchOutWouldClose(lastDay.punches, at, limits.workDayHours)', 'lastDay !== null'],
      ['ownDay !== null && project(ownDay.punches).checkOut !== null', 'ownDay !== null'],
      ['in: { alreadyIn, forgottenOut, breakReturn, ownDate }', 'in: { forgottenOut, breakReturn, ownDate }'],
      ['break_start: { isOnBreak, openSegment, notInForBreak }', 'break_start: { openSegment, notInForBreak }'],
      [
        'break_end: { inWithoutBreak, noBreakBegun, endOfBreak, ownDate }',
        'break_end: { noBreakBegun, endOfBreak, ownDate }',
      ],
      ['first !== undefined && isWithinHours(first.at, at, limits.workDayHours) ?', 'first !== undefined ?'],
      ['isWithinHours(first, last, 2 * workDayHours)', 'isWithinHours(first, last, 3 * workDayHours)'],
      ['at.getTime() - time.getTime() < hours * HOUR_MS', 'at.getTime() - time.getTime() <= hours * HOUR_MS'],
    ],
  },
  {
    file: 'packages/core/src/attendance/punch-refusals.ts',
    tests: [...punches, test('attendance-input')],
    faults: [
      ['MAX_PUNCHES = 500', 'MAX_PUNCHES = 501'],
      ["kind === 'out' ? MAX_PUNCHES : MAX_PUNCHES - 1", 'MAX_PUNCHES'],
      ['if (at <= now) return;', 'if (at < now) return;'],
      ['last === undefined || last.at <= at', 'last === undefined || last.at < at'],
    ],
  },
  {
    file: 'packages/core/src/attendance/punch-refusals.ts',
    tests: punches,
    faults: [["if (employee.status !== 'frozen') return;", 'return;']],
  },
  {
    file: 'packages/core/src/attendance/corrected-day.ts',
    tests: [...punches, test('reasons')],
    faults: [
      ['voided.createdAt > seenAt ||', ''],
      ['voided.updatedAt <= seenAt', 'false'],
      ["throw changedSince('day', voided.id)", 'return'],
      ['localDate(first.at, day.zone) !== day.date', 'false'],
      ['if (isOpening(before) === isOpening(kind)) return false;', ''],
      ['return isOpening(kind) || areNew.includes(false);', 'return true;'],
      ['refuseFuturePunch(last.at, now);', ''],
      ['if (overlapping !== undefined)', 'if (false)'],
      ['HAVING MIN(p.at) < $5', 'HAVING MIN(p.at) <= $5'],
    ],
  },
  {
    file: 'packages/core/src/attendance/punch-order.ts',
    tests: [test('projection'), test('days')],
    faults: [
      ['indices[index] !== null || !isWholeMinute(at)', 'indices[index] !== null'],
      ['orders.find(({ kinds }) => kinds === kindsOf(given)) ?? orders[0]', 'orders[0]'],
      ["state === 'in' ? 1 : 0", '0'],
      ["state === 'out' ? 1 : 0", '0'],
      ['if (rest.lacking > best.lacking) return best;', ''],
    ],
  },
  {
    file: 'packages/core/src/attendance/punched-day.ts',
    tests: [test('days')],
    faults: [
      ['known !== undefined && !newAt.has(at.getTime())', 'known !== undefined'],
      [
        'const { lat = null, lng = null, accuracyMeters = null } = known ?? {};',
        'const [lat, lng, accuracyMeters] = [null, null, null];',
      ],
    ],
  },
  {
    file: 'packages/core/src/attendance/punch-queries.ts',
    tests: [test('presence')],
    faults: [
      [' AND a.id <> $4', ''],
      ['ORDER BY a.date DESC LIMIT 1', 'ORDER BY a.date LIMIT 1'],
      ['UNCLOSED_DAYS = 60', 'UNCLOSED_DAYS = 61'],
      ['UNCLOSED_DAYS = 60', 'UNCLOSED_DAYS = 59'],
    ],
  },
  {
    file: 'packages/core/src/attendance/day-corrections.ts',
    tests: [...punches, test('races'), test('reasons')],
    faults: [
      ['assertOpen(record.status);', ''],
      ['correction.absence_type === null && record.absenceType !== null', 'record.absenceType !== null'],
    ],
  },
  {
    file: 'packages/core/src/attendance/day-decisions.ts',
    tests: [test('month-approval'), ownRecords],
    faults: [
      ['...(hasOwn && { own: true })', '...(!hasOwn && { own: true })'],
      ['keepsDecided && !waitsForDecision(record.status)', 'false'],
      ['kept.push(record.id);', ''],
    ],
  },
  {
    file: 'packages/core/src/attendance/day-locks.ts',
    database: 'postgres',
    tests: [test('days'), 'packages/core/test/import/beside-others.test.ts'],
    faults: [
      ['|| employees?.has(day.employeeId) === false', ''],
      ['attendanceTable, { id, voidedAt: null }', 'attendanceTable, { id }'],
    ],
  },
  {
    file: 'packages/core/src/unchanged-since.ts',
    tests: [test('month-approval'), test('reasons'), leave('leave-groups')],
    faults: [
      ['updatedAt <= seenAt', 'true'],
      ['updatedAt <= seenAt', 'updatedAt < seenAt'],
      ['changed_since: true', 'changed_since: false'],
    ],
  },
  {
    file: 'packages/core/src/attendance/absence-day.ts',
    tests: ['packages/core/test/absence-days.test.ts'],
    faults: [
      ["rebuilt.status === 'pending' && rebuilt.checkOut === null", "rebuilt.status === 'pending'"],
      ['record?.absenceType !== absence_type', 'record === undefined'],
      ['(await livePunches(company, record.id)).length === 0', '(await livePunches(company, record.id)).length >= 0'],
    ],
  },
  {
    file: 'packages/core/src/absence-days/absence-queries.ts',
    tests: ['packages/core/test/absence-calendar.test.ts'],
    faults: [[" AND ${alias}.status <> 'rejected'", '']],
  },
  {
    file: 'packages/core/src/attendance/attendance-status.ts',
    tests: [test('days')],
    faults: [
      ['approved: true,', 'approved: false,'],
      ["if ((status === 'open') === isDayOpen(punches)) return;", 'return;'],
      ["if (status === 'open') return;", 'return;'],
      ['ofProduct.includes(status)', 'true'],
      ['if (!isOwnStatus(status)) {', 'if (false) {'],
    ],
  },
  {
    file: 'packages/core/src/attendance/attendance-access.ts',
    tests: punches,
    faults: [
      [
        "actor.kind !== 'account' || actor.role !== 'employee' || actor.employeeId === employeeId",
        "actor.kind !== 'account' || actor.role === 'employee'",
      ],
      [
        "actor.kind !== 'account' || actor.employeeId === employeeId",
        "actor.kind !== 'account' || actor.role !== 'employee' || actor.employeeId === employeeId",
      ],
    ],
  },
  {
    file: 'packages/core/src/attendance/attendance-input.ts',
    tests: [test('attendance-input'), test('punches')],
    faults: [
      ['finiteNumber({ min: -90, max: 90 })', 'finiteNumber({ min: -91, max: 90 })'],
      ['finiteNumber({ min: -180, max: 180 })', 'finiteNumber({ min: -180, max: 181 })'],
      ['Math.round(value)', 'Math.floor(value)'],
      ['finiteNumber({ min: 0, max: MAX_ID })', 'finiteNumber({ min: -1, max: MAX_ID })'],
    ],
  },
  {
    file: 'packages/core/src/import/handed-on-values.ts',
    tests: ['packages/core/test/import/handed-on-values.test.ts'],
    faults: [
      ['(givers.get(holder)?.[field] ?? key) === key', 'false'],
      ['|| claimed.has(`${field} ${key}`)', ''],
      ['isRefused = errors.size > 0;', 'isRefused = false;'],
    ],
  },
  {
    file: 'packages/core/src/import/attendance-row-rules.ts',
    tests: imports,
    faults: [
      ['checkOut < checkIn ?', 'checkOut <= checkIn ?'],
      ['checkOut < checkIn', 'false'],
      ['localDate(checkIn, run.settings.zone) !== date', 'false'],
      ['localDate(checkOut, run.settings.zone) !== date', 'false'],
      ['checkIn !== null && checkIn > run.now', 'false'],
      ['checkOut !== null && checkOut > run.now', 'false'],
      ['isWithinLongestDay(checkIn, checkOut, run.settings)', 'true'],
      ['start < last || end < start', 'start < last'],
      ["status === 'open' && (checkIn === null || checkOut !== null)", "status === 'open' && checkIn === null"],
      ['given !== null && given !== (approvalOf(status) ?? given)', 'false'],
      ["checkIn !== null && checkOut === null ? 'open' : 'pending'", "'pending'"],
      ['approvalOf(status) ?? given === true', 'approvalOf(status) ?? false'],
      ['approvalOf(status) ?? given === true', 'given === true'],
    ],
  },
  {
    file: 'packages/core/src/leave/leave-rules.ts',
    tests: [leave('leave-service'), leave('leave-documents'), leave('leave-list')],
    faults: [
      ["actor.kind === 'account' && actor.role === 'employee'", 'false'],
      ['named === undefined || named === actor.employeeId', 'true'],
      ["actor.kind === 'account' && status === 'frozen'", 'false'],
      ["!isLimitedToSelf(actor) || request.status === 'pending'", 'true'],
      ["request.status !== 'pending' && request.documentKey !== null", 'request.documentKey !== null'],
      ["request.status !== 'pending' && request.documentKey !== null", "request.status !== 'pending'"],
      ['if (request === null || isOthers)', 'if (request === null)'],
    ],
  },
  {
    file: 'packages/core/src/accounts/own-records.ts',
    tests: [ownRecords],
    faults: [
      ["actor.kind === 'account' && actor.employeeId === employeeId", "actor.kind === 'account'"],
      ["actor.role !== 'admin' ||", ''],
      [' AND l.disabled_at IS NULL', ''],
      ['l.employee_id IS NULL OR l.employee_id <> $2', 'l.employee_id <> $2'],
    ],
  },
  {
    file: 'packages/core/src/leave/leave-input.ts',
    tests: [leave('leave-input'), leave('leave-service')],
    faults: [
      ['const MAX_DATES = 366', 'const MAX_DATES = 367'],
      ['manager_note: text({ max: 1000, multiline: true })', 'manager_note: text({ max: 1001, multiline: true })'],
      ['value === undefined || MEDIA_TYPE.test(value)', 'true'],
      ["prohibited: ['status', 'company_id']", "prohibited: ['company_id']"],
    ],
  },
  {
    file: 'packages/core/src/leave/leave-writes.ts',
    tests: [leave('leave-service'), leave('leave-list'), leave('leave-documents')],
    faults: [
      ['absenceType === null || absenceType.isRetired', 'absenceType === null'],
      ['[...new Set(dates)].sort()', '[...dates].sort()'],
      ['[...new Set(dates)].sort()', '[...new Set(dates)]'],
      ['days.length > 1 ? randomUUID() : null', 'null'],
    ],
  },
  {
    file: 'packages/core/src/absence-days/absence-recording.ts',
    tests: ['packages/core/test/absence-days.test.ts'],
    faults: [
      ["status !== 'approved'", "status === 'rejected'"],
      ['approved ? approvalOf', 'true ? approvalOf'],
      ['by: decidedBy ?? actorName(actor)', 'by: actorName(actor)'],
    ],
  },
];
