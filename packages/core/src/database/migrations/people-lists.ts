import { searchedText } from '../../input/searched-text.ts';
import type { RunStatement } from '../connect/engine.ts';
import type { Dialect } from '../sql/dialect.ts';

/** The text by which people are sorted and searched, and the time of the last sign-in. */
const COLUMNS: Readonly<Record<Dialect, readonly string[]>> = {
  sqlite: [
    `ALTER TABLE "shaon_employee" ADD COLUMN "searched" text NOT NULL DEFAULT ''`,
    `ALTER TABLE "shaon_login" ADD COLUMN "last_sign_in_at" integer`,
  ],
  postgres: [
    `ALTER TABLE "shaon_employee" ADD COLUMN "searched" text COLLATE "C" NOT NULL DEFAULT ''`,
    `ALTER TABLE "shaon_login" ADD COLUMN "last_sign_in_at" timestamptz(3)`,
  ],
};

/** Sessions are pruned, so an employee with a password counts as signed in when the log-in last changed. */
const FILL_SIGN_INS = `UPDATE "shaon_login" SET last_sign_in_at = COALESCE(
    (SELECT MAX(s.created_at) FROM "shaon_session" AS s
      WHERE s.company_id = "shaon_login".company_id AND s.login_id = "shaon_login".id),
    CASE WHEN employee_id IS NOT NULL AND password_hash IS NOT NULL AND NOT must_change_password THEN updated_at END)`;

const NOT_SIGNED_IN = `CREATE INDEX "shaon_login_company_id_employee_id_idx" ON "shaon_login" ("company_id", "employee_id")
  WHERE "last_sign_in_at" IS NULL AND "disabled_at" IS NULL AND "employee_id" IS NOT NULL`;

const PEOPLE = `CREATE INDEX "shaon_employee_people_idx" ON "shaon_employee"
  ("company_id", "searched", "id", "status", "role", "department_id", "branch_id")`;

export const peopleLists: Readonly<Record<Dialect, readonly string[]>> = {
  sqlite: [...COLUMNS.sqlite, FILL_SIGN_INS, NOT_SIGNED_IN],
  postgres: [...COLUMNS.postgres, FILL_SIGN_INS, NOT_SIGNED_IN],
};

const BATCH = 1000;
const READ = `SELECT id, name, email, phone, phone_e164, searched FROM "shaon_employee" WHERE id > $1 ORDER BY id LIMIT ${BATCH}`;
const FILL: Readonly<Record<Dialect, string>> = {
  sqlite: `UPDATE "shaon_employee" SET searched = json_extract(made.value, '$[1]')
    FROM json_each($1) AS made WHERE "shaon_employee".id = json_extract(made.value, '$[0]')`,
  postgres: `UPDATE "shaon_employee" SET searched = made.value ->> 1
    FROM json_array_elements($1::json) AS made(value) WHERE "shaon_employee".id = (made.value ->> 0)::integer`,
};

/** Writes the search text of people whose stored one differs, in code, because no database folds letters as we do. */
export async function fillSearched(run: RunStatement, dialect: Dialect): Promise<void> {
  let last = 0;
  for (;;) {
    const rows = await run(READ, [last]);
    if (rows.length === 0) return;
    const made = rows.flatMap(({ id, name, email, phone, phone_e164, searched }) => {
      const sources = { name: String(name), email: String(email), phone: textOrNull(phone) };
      const text = searchedText({ ...sources, phoneE164: textOrNull(phone_e164) });
      return text === searched ? [] : [[Number(id), text]];
    });
    if (made.length > 0) await run(FILL[dialect], [JSON.stringify(made)]);
    last = Number(rows.at(-1)?.id);
  }
}

/** The index comes after the texts that it holds. */
export async function fillPeopleLists(run: RunStatement, dialect: Dialect): Promise<void> {
  await fillSearched(run, dialect);
  await run(PEOPLE, []);
}

const textOrNull = (value: unknown): string | null => (value === null ? null : String(value));
