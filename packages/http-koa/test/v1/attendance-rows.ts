import type { SystemActor } from '@shaon/core';
import { rawSql } from '@shaon/testing';
import type { ApiTest } from '../support.ts';

export interface StoredDay {
  readonly employeeId: number;
  readonly date: string;
  readonly checkIn?: string | null;
  readonly checkOut?: string | null;
  readonly status?: string;
  readonly absenceType?: string | null;
  readonly isApproved?: boolean;
  readonly checkInPoint?: readonly [lat: number, lng: number, accuracyMeters: number | null] | null;
}

const insertInto = (
  values: string,
) => `INSERT INTO "shaon_attendance" (company_id, employee_id, department_id, branch_id, date, check_in, check_out,
  status, absence_type, is_approved, check_in_lat, check_in_lng, check_in_accuracy_meters, created_at, updated_at)
  SELECT company_id, id, department_id, branch_id, ${values} FROM "shaon_employee" WHERE company_id = $1 AND id = $2 RETURNING id`;

/** A parameter in a SELECT list has no type on PostgreSQL unless it is given one. */
const INSERT = {
  sqlite: insertInto('$3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12'),
  postgres: insertInto(
    '$3::date, $4::timestamptz, $5::timestamptz, $6, $7, $8::boolean, $9::float8, $10::float8, $11::int, $12::timestamptz, $12::timestamptz',
  ),
};

/** Stores days as they are, for tests of reading; gives their ids. */
export async function storeDays(test: ApiTest, of: SystemActor, days: readonly StoredDay[]): Promise<number[]> {
  const stored = await test.core.extension.database.write(of, 'test', {}, async (company) => {
    const ids: number[] = [];
    for (const day of days) {
      const [lat, lng, accuracy] = day.checkInPoint ?? [null, null, null];
      const [row] = await company.rows(rawSql(INSERT[test.database.type]), [
        day.employeeId,
        day.date,
        instantOrNull(day.checkIn),
        instantOrNull(day.checkOut),
        day.status ?? 'pending',
        day.absenceType ?? null,
        day.isApproved ?? false,
        lat,
        lng,
        accuracy,
        new Date(0),
      ]);
      ids.push(Number(row?.id));
    }
    return ids;
  });
  return stored;
}

function instantOrNull(text: string | null | undefined): Date | null {
  return text == null ? null : new Date(text);
}
