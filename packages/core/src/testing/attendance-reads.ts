import assert from 'node:assert/strict';
import { type Actor, systemActor } from '../actor.ts';
import type { AttendanceFilter } from '../attendance/attendance-list.ts';
import type { AttendanceReads } from '../attendance/attendance-reads.ts';
import type { AttendanceRecord, GpsPoint } from '../attendance/attendance-record.ts';
import { type Capabilities, filtersWithout } from './capabilities.ts';
import { type ContractCase, once, type ReadsSample, tokenOf } from './contract-case.ts';
import { byDateAndId, dateFrom, dateTo } from './date-filters.ts';
import { type ListContract, listCases } from './list-contract.ts';
import { bigId, date, flag, instant, type Kind, objectOf, orNull, smallId, text } from './shape.ts';

/** `records` have locations: an object in each, at least one with a point. Null for a product without locations. */
export interface AttendanceSample extends ReadsSample<AttendanceReads, AttendanceRecord> {
  /** The current units of both companies' employees, by employee id (D:Q24). */
  readonly units: ReadonlyMap<number, { readonly departmentId: number | null; readonly branchId: number | null }>;
}

const degrees = (most: number): Kind => ({
  is: `degrees from −${most} to ${most}`,
  holds: (value) => typeof value === 'number' && Math.abs(value) <= most,
});
const metres: Kind = { is: 'whole metres', holds: (value) => Number.isInteger(value) && Number(value) >= 0 };
const point = orNull(objectOf<GpsPoint>({ lat: degrees(90), lng: degrees(180), accuracy_meters: orNull(metres) }));
const location = objectOf({ check_in: point, check_out: point });

const LIST: ListContract<AttendanceReads, AttendanceRecord, AttendanceFilter, AttendanceSample> = {
  list: (reads, actor, filter, page) => reads.list(actor, filter, page, { withLocation: true }),
  ability: 'attendance:read',
  shape: {
    id: bigId,
    employee_id: smallId,
    date,
    check_in: orNull(instant),
    check_out: orNull(instant),
    status: text,
    absence_type: orNull(text),
    is_approved: flag,
    location,
  },
  compare: byDateAndId,
  filters: {
    date_from: dateFrom,
    date_to: dateTo,
    employee_id: { valueOf: (record) => record.employee_id, unknown: 0 },
    department_id: { valueOf: (record, { units }) => units.get(record.employee_id)?.departmentId, unknown: 0 },
    branch_id: { valueOf: (record, { units }) => units.get(record.employee_id)?.branchId, unknown: 0 },
    status: { valueOf: (record) => record.status, unknown: 'on the moon' },
  },
};

/** A product without locations returns null in each record, for every caller. */
const nowhere: Kind = { is: 'null, because the product was said to keep no places', holds: (value) => value === null };

/**
 * The contract of a host's own AttendanceReads. `make` runs once, with the first case; `capabilities` say what the
 * product does not record.
 */
export function attendanceReadsContract(
  make: () => Promise<AttendanceSample> | AttendanceSample,
  capabilities: Capabilities = {},
): ContractCase[] {
  const sample = once(make);
  const { location: hasLocation = true, breaks: hasBreaks = true } = capabilities;
  const list = {
    ...LIST,
    without: filtersWithout(capabilities),
    shape: hasLocation ? LIST.shape : { ...LIST.shape, location: nowhere },
  };
  const cases = [...listCases(list, sample), inOrder(sample)];
  if (hasBreaks) cases.push(openDays(sample));
  if (hasLocation) cases.push(shownLocations(sample));
  return cases;
}

type Sampled = () => Promise<AttendanceSample>;

function inOrder(sample: Sampled): ContractCase {
  return {
    name: 'nobody punches out before they punched in (D:T13)',
    async run() {
      for (const { date, employee_id, check_in, check_out } of (await sample()).records) {
        const isInOrder = check_in === null || check_out === null || check_in <= check_out;
        assert.ok(isInOrder, `employee ${employee_id} on ${date}: check_out before check_in`);
      }
    },
  };
}

function openDays(sample: Sampled): ContractCase {
  return {
    name: 'somebody who is in, or on a break, has a check_in and no check_out (D:T8)',
    async run() {
      const { records } = await sample();
      const isOpen = records.some(({ check_in, check_out }) => check_in !== null && check_out === null);
      assert.ok(isOpen, 'give a record with a check_in and no check_out, or say { breaks: false }');
    },
  };
}

function shownLocations(sample: Sampled): ContractCase {
  return {
    name: 'locations are shown when asked for, and never to a token without attendance:location:read',
    async run() {
      const { reads, companyId, records } = await sample();
      const located = [...records].sort(byDateAndId).slice(0, 200);
      const hasPoint = located.some(({ location }) => location?.check_in != null || location?.check_out != null);
      assert.ok(hasPoint, 'give a record with the point of a punch, or say { location: false }');
      const hidden = located.map((record) => ({ ...record, location: null }));
      const ask = async (actor: Actor, options?: { withLocation: boolean }) =>
        (await reads.list(actor, {}, { page: 1, per_page: 200 }, options)).items;

      const asked = { withLocation: true };
      const blind = tokenOf(companyId, 'attendance:read');
      const seeing = tokenOf(companyId, 'attendance:read', 'attendance:location:read');
      for (const actor of [systemActor(companyId), seeing]) {
        assert.deepEqual(await ask(actor, asked), located, 'with the location');
        assert.deepEqual(await ask(actor), hidden, 'without the location unless asked');
      }
      assert.deepEqual(await ask(blind, asked), hidden, 'a token without the ability');
    },
  };
}
