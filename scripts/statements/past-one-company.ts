/*
 * The statements that touch more than one company, or one that is not known yet, with why. What is not in this list has
 * to be bound to one company (`one-company.ts`).
 */

interface PastOneCompany {
  readonly name: string;
  readonly why: string;
  /** Each fits the beginning of a statement, written with single spaces. */
  readonly statements: readonly RegExp[];
}

export const PAST_ONE_COMPANY: readonly PastOneCompany[] = [
  {
    name: 'token by digest',
    why: 'Who calls is not known before.',
    statements: [/^SELECT t\.id, t\.company_id, .* WHERE t\.digest = \$1$/],
  },
  {
    name: 'session by digest',
    why: 'Who calls is not known before.',
    statements: [/^SELECT s\.id AS session_id, .* WHERE s\.digest = \$1/],
  },
  {
    name: 'link by digest',
    why: 'Whose link it is is not known before.',
    statements: [/^SELECT .* FROM "shaon_access_link" WHERE "digest" = \$1/],
  },
  {
    name: 'log-in by e-mail',
    why: 'Whose address it is is not known before.',
    statements: [/^SELECT .* FROM "shaon_login" WHERE "email_key" = \$1/],
  },
  {
    name: 'taken elsewhere',
    why: 'An address, and where the installation says so an ID number, is unique beyond a company.',
    statements: [
      /^SELECT c\.name AS company_name, .* AS email_taken, .* AS id_number_taken, /,
      /^SELECT email_key AS value, employee_id, company_id FROM "shaon_login" WHERE email_key = ANY\(\$1\)/,
      /^SELECT id_number_hash AS value, id AS employee_id, company_id FROM "shaon_employee" WHERE id_number_hash = ANY\(\$1\)/,
      /^SELECT id FROM "shaon_employee" LIMIT 1$/,
    ],
  },
  {
    name: 'new company',
    why: 'A company has no id before it is made.',
    statements: [/^INSERT INTO "shaon_company" /],
  },
  {
    name: 'totals of attendance',
    why: 'The operator compares or writes those of all companies, and prune adds up their parts.',
    statements: [
      /^WITH held AS MATERIALIZED \( SELECT \* FROM "shaon_attendance_total" t /,
      /^WITH counted \(company_id, .* FROM "shaon_attendance" a .* UNION ALL SELECT .* FROM "shaon_attendance_total" t\) SELECT COUNT\(\*\) AS wrong /,
      /^DELETE FROM "shaon_attendance_total"$/,
      /^INSERT INTO "shaon_attendance_total" \(company_id, .* FROM "shaon_attendance" a /,
    ],
  },
  {
    name: 'companies',
    why: 'The operator asks for all of them, or for one by its name.',
    statements: [
      /^SELECT "id" AS "id", .* FROM "shaon_company" (WHERE "name" = \$1 )?ORDER BY "id"$/,
      /^SELECT c\.id, c\.name, c\.zone, /,
      /^SELECT id FROM "shaon_company" ORDER BY id LIMIT \$1$/,
      /^SELECT c\.id FROM "shaon_company" c ORDER BY c\.id$/,
    ],
  },
  {
    name: 'companies in their morning',
    why: 'A worker tells those of every zone in which it is morning, once.',
    statements: [
      /^SELECT DISTINCT c\.zone FROM "shaon_company" c ORDER BY c\.zone$/,
      /^SELECT c\.id FROM "shaon_company" c WHERE c\.zone = \$1 AND NOT EXISTS \( SELECT 1 FROM "shaon_notice_mark" m /,
    ],
  },
  {
    name: 'audit rows of one turn',
    why: 'Calls of several companies share a commit.',
    statements: [
      /^INSERT INTO "shaon_audit" AS kept \([^)]*\) SELECT substr\(NULLIF\(chunk\."company_id", ''\), 2\)::integer, /,
    ],
  },
  {
    name: "operator's audit",
    why: 'The operator reads the rows of every company, and those without one.',
    statements: [
      /^SELECT COALESCE\(MAX\(id\), 0\) AS id FROM "shaon_audit"$/,
      /^SELECT "id" AS "id", "company_id" AS "companyId", .* FROM "shaon_audit" a /,
      /^SELECT company_id, token_id, MAX\(token_name\) .* FROM "shaon_audit" a /,
    ],
  },
  {
    name: 'prune',
    why: 'Retention is the operator’s, for every company.',
    statements: [
      /^DELETE FROM "shaon_(audit|token_use|session|access_link|used_form|message|clock_report|people_file)" WHERE id IN \(SELECT id FROM "shaon_\1" WHERE [\w ()<$]+ ORDER BY \w+ LIMIT \$1\) RETURNING \w+$/,
      /^WITH RECURSIVE c\(id\) AS \( SELECT MIN\(company_id\) FROM "shaon_audit" WHERE EXISTS /,
      /^UPDATE "shaon_message" SET state = 'failed', .* last_error = 'never_sent'/,
      /^SELECT id FROM "shaon_webhook_delivery" WHERE state = 'held' AND created_at < /,
      /^UPDATE "shaon_webhook_delivery" SET state = 'cancelled', .* last_error = 'held_too_long'/,
      /^SELECT id, event_id FROM "shaon_webhook_delivery" WHERE state = \$3 AND finished_at IS NOT NULL /,
      /^SELECT id FROM "shaon_webhook_event" WHERE id = ANY\(\$1\) ORDER BY id FOR NO KEY UPDATE$/,
      /^DELETE FROM "shaon_webhook_(attempt|delivery|event)" WHERE (delivery_)?id = ANY\(\$1\)/,
    ],
  },
  {
    name: 'keys rotated',
    why: 'What an old key encrypted is sought in every company.',
    statements: [
      /^SELECT "id", .* FROM "\w+" WHERE id > \$1 AND "(\w+)" IS NOT NULL AND substr\("\1", 1, \d+\) <> \$3 /,
      /^SELECT "(\w+)" AS stored FROM "\w+" WHERE "\1" IS NOT NULL AND substr\("\1", 1, \d+\) <> \$1 /,
      /^UPDATE "\w+" SET "(\w+)" = \$2 WHERE id = \$1 AND "\1" = \$3 RETURNING id$/,
    ],
  },
  {
    name: 'messages that are due',
    why: 'A worker sends for every company, and the operator asks how many wait.',
    statements: [
      /^SELECT COUNT\(\*\) AS waiting, COUNT\(m\.email\) AS mail FROM "shaon_message" m /,
      /^SELECT id FROM "shaon_message" WHERE due_at IS NOT NULL AND due_at <= \$1 /,
      /^WITH due AS MATERIALIZED \(SELECT id FROM "shaon_message" /,
    ],
  },
  {
    name: 'deliveries that are due',
    why: 'A sender sends for every company.',
    statements: [
      /^WITH RECURSIVE (head AS MATERIALIZED|open_endpoint\(endpoint_id\) AS) /,
      /^WITH due AS \(\s*SELECT d\.due_at FROM "shaon_webhook_delivery" d JOIN /,
    ],
  },
  {
    name: 'results of deliveries',
    why: 'A batch of results is written by one statement.',
    statements: [/^WITH r AS MATERIALIZED \(SELECT given\.\*, CASE WHEN given\.state = 'succeeded' /],
  },
  {
    name: 'endpoints that fail',
    why: 'A batch of results names endpoints of several companies.',
    statements: [
      /^SELECT id FROM "shaon_webhook_endpoint" WHERE id = ANY\(\$1\) ORDER BY id FOR NO KEY UPDATE$/,
      /^UPDATE "shaon_webhook_endpoint" SET failure_streak = failure_streak \+ \$2 WHERE id = \$1 /,
      /^UPDATE "shaon_webhook_endpoint" SET enabled = \$3, .* WHERE id = ANY\(\$1\) AND enabled /,
      /^UPDATE "shaon_webhook_delivery" SET state = 'held', .* AND endpoint_id = ANY\(\$1\)$/,
    ],
  },
  {
    name: 'any endpoint',
    why: 'A sender loads its HTTP client when it starts, if any company has an endpoint.',
    statements: [/^SELECT e\.id FROM "shaon_webhook_endpoint" e WHERE e\.deleted_at IS NULL LIMIT 1$/],
  },
  {
    name: 'deliveries of switched endpoints mended',
    why: 'A sender looks for them in every company when it starts.',
    statements: [
      /^SELECT e\.id FROM "shaon_webhook_endpoint" e WHERE CASE WHEN e\.deleted_at IS NOT NULL THEN EXISTS /,
      /^UPDATE "shaon_webhook_delivery" SET .* AND endpoint_id IN \(SELECT e\.id FROM "shaon_webhook_endpoint" e WHERE e\.id = ANY\(\$1\)/,
    ],
  },
  {
    name: 'deliveries of lost workers',
    why: 'A sender looks for them in every company.',
    statements: [
      /^SELECT d\.id FROM "shaon_webhook_delivery" d WHERE d\.state = 'in_flight' AND d\.due_at <= /,
      /^UPDATE "shaon_webhook_delivery" SET state = CASE WHEN interruptions >= \$3 .* WHERE id = ANY\(\$1\)$/,
      /^UPDATE "shaon_webhook_attempt" SET .* error_code = 'lease_lost' WHERE delivery_id = ANY\(\$1\) AND finished_at IS NULL$/,
    ],
  },
  {
    name: 'deliveries put off by a clock',
    why: 'A sender looks for them in every company, because its clock is that of all.',
    statements: [
      /^SELECT id FROM "shaon_webhook_delivery" WHERE due_at > /,
      /^UPDATE "shaon_webhook_delivery" SET due_at = .* WHERE id = ANY\(\$1\)$/,
    ],
  },
];

/** Whether a statement is on the list. */
export function isPastOneCompany(statement: string): boolean {
  const text = statement.replace(/\s+/g, ' ').trim();
  return PAST_ONE_COMPANY.some(({ statements }) => statements.some((form) => form.test(text)));
}
