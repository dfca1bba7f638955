import type { Core } from '@shaon/core';
import { rawSql } from '@shaon/testing';

/** What the kept uses of days before `until` and the audit do not agree about, by texts that the project does not share: as `token day column there kept`. */
export async function differences({ extension: { database } }: Core, until: string): Promise<string[]> {
  const day =
    database.dialect === 'sqlite'
      ? `date(at / 1000, 'unixepoch', '+3 hours')`
      : `to_char(at AT TIME ZONE 'Asia/Jerusalem', 'YYYY-MM-DD')`;
  const counts = {
    calls: 'status > 0',
    accepted: 'status < 400',
    refused: 'status BETWEEN 400 AND 499 AND status <> 429',
    revoked: `status = 401 AND detail = '{"token":"revoked"}'`,
    limited: 'status = 429',
    failed: 'status >= 500',
  };
  const names = Object.keys(counts);
  const there = Object.values(counts).map((condition) => `SUM(CASE WHEN ${condition} THEN 1 ELSE 0 END)`);
  const rows = await database.allCompanies().run(
    rawSql(`SELECT company_id, token_id, day, ${names.map((name) => `SUM(there_${name}) AS there_${name}, SUM(kept_${name}) AS kept_${name}`).join(', ')}
    FROM (
      SELECT company_id, token_id, ${day} AS day, ${names.map((name, n) => `${there[n]} AS there_${name}, 0 AS kept_${name}`).join(', ')}
      FROM shaon_audit WHERE kind = 'api' AND token_id IS NOT NULL GROUP BY 1, 2, 3
      UNION ALL
      SELECT company_id, token_id, CAST(date AS text), ${names.map((name) => `0, SUM(${name})`).join(', ')}
      FROM shaon_token_use GROUP BY 1, 2, 3
    ) AS both_sides WHERE day < $1 GROUP BY 1, 2, 3`),
    [until],
  );
  return rows.flatMap((row) =>
    names
      .filter((name) => Number(row[`there_${name}`]) !== Number(row[`kept_${name}`]))
      .map((name) => `${row.token_id} ${row.day} ${name} ${row[`there_${name}`]} ${row[`kept_${name}`]}`),
  );
}
