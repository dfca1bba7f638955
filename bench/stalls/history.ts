/** What the two databases say differently. */
const WORDS = {
  sqlite: {
    instant: (ms: string) => `CAST(${ms} AS integer)`,
    numbers: (count: number) =>
      `WITH RECURSIVE x(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM x WHERE n + 1 < ${count})`,
  },
  postgres: {
    instant: (ms: string) => `to_timestamp((${ms}) / 1000.0)`,
    numbers: (count: number) => `WITH x(n) AS (SELECT generate_series(0, ${count - 1}))`,
  },
} as const;

const AUDIT_DAYS = 400;
const DELIVERY_DAYS = 30;
const DAY_MS = 86_400_000;

/** Whose the rows are, and until when they go. */
export interface SeededHistory {
  readonly companyId: number;
  readonly tokenIds: readonly number[];
  readonly endpointIds: readonly number[];
  readonly loginId: number;
  readonly until: Date;
  readonly auditRows: number;
  readonly deliveries: number;
}

/** Calls and acts of 400 days, and events of 30 with their deliveries and attempts; straight SQL, as the attendance. */
export function historyStatements(database: 'sqlite' | 'postgres', history: SeededHistory): string[] {
  const { instant, numbers } = WORDS[database];
  const { companyId, tokenIds, endpointIds, loginId, until, auditRows, deliveries } = history;
  const back = (days: number, count: number) =>
    instant(`${until.getTime() - days * DAY_MS} + n * ${(days * DAY_MS) / count}e0`);
  const choice = (ids: readonly (number | string)[], by: string) =>
    `CASE ${by} % ${ids.length} ${ids.map((id, index) => `WHEN ${index} THEN ${id}`).join(' ')} END`;
  const isAct = 'n % 50 = 0';
  const ofCall = (value: string) => `CASE WHEN ${isAct} THEN NULL ELSE ${value} END`;
  const ofAct = (value: string) => `CASE WHEN ${isAct} THEN ${value} END`;
  const route = choice(["'/attendance'", "'/employees'", "'/employees/{id}'", "'/leave'"], '(n / 7)');
  const status = 'CASE WHEN n % 20 = 3 THEN 422 WHEN n % 97 = 5 THEN 429 WHEN n % 201 = 7 THEN 401 ELSE 200 END';
  const failed = 'n % 25 = 0';
  const endpoint = choice(endpointIds, 'n');
  const at = back(DELIVERY_DAYS, deliveries);
  return [
    `${numbers(auditRows)} INSERT INTO shaon_audit (company_id, at, kind, action, caller, token_id, token_name,
        token_prefix, login_id, method, route, path, ip, status, duration_us, request_id, detail)
      SELECT ${companyId}, ${back(AUDIT_DAYS, auditRows)}, CASE WHEN ${isAct} THEN 'admin' ELSE 'api' END,
        ${ofAct("'employee.update'")}, ${ofAct("'Bench admin'")}, ${ofCall(choice(tokenIds, 'n'))}, ${ofCall("'bench'")},
        ${ofCall("'shn_bench'")}, ${ofAct(String(loginId))}, ${ofCall("'GET'")}, ${ofCall(route)}, ${ofCall(route)},
        '203.0.113.' || (n % 250), ${ofCall(status)}, ${ofCall('1000 + n % 5000')}, 'bench-' || n,
        ${ofCall(`'{"records":50,"people":50,"from":"2026-01-01","to":"2026-01-31"}'`)} FROM x`,
    `${numbers(deliveries)} INSERT INTO shaon_webhook_event (company_id, type, body, queued_at)
      SELECT ${companyId}, 'employee.updated', '{"event":"employee.updated","data":{"id":' || n ||
        ',"name":"עובד מספר ' || n || '"},"sent_at":"2026-05-01T08:00:00+03:00"}', ${at} FROM x`,
    `${numbers(deliveries)} INSERT INTO shaon_webhook_delivery (company_id, event_id, event_type, endpoint_id, run,
        trigger, state, attempts, failures, interruptions, last_status, created_at, finished_at)
      SELECT ${companyId}, (SELECT MIN(id) FROM shaon_webhook_event) + n, 'employee.updated', ${endpoint}, 1, 'auto',
        CASE WHEN ${failed} THEN 'failed' ELSE 'succeeded' END, CASE WHEN ${failed} THEN 5 ELSE 1 END,
        CASE WHEN ${failed} THEN 5 ELSE 0 END, 0, CASE WHEN ${failed} THEN 500 ELSE 200 END, ${at}, ${at} FROM x`,
    `${numbers(deliveries)} INSERT INTO shaon_webhook_attempt (company_id, delivery_id, number, started_at, finished_at,
        outcome, status, duration_ms, remote_ip, excerpt)
      SELECT ${companyId}, (SELECT MIN(id) FROM shaon_webhook_delivery) + n, 1, ${at}, ${at},
        CASE WHEN ${failed} THEN 'server_error' ELSE 'success' END, CASE WHEN ${failed} THEN 500 ELSE 200 END, 120,
        '203.0.113.9', 'ok' FROM x`,
  ];
}
