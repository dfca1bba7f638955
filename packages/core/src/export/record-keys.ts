import type { CompanyScope } from '../database/company-scope.ts';
import { DIFFERENCES, eachDialect } from '../database/dialect.ts';
import { companySql } from '../database/statement.ts';
import { type ExternalIdKind, externalIdTable } from '../external-ids/external-id.ts';
import { findRecordIds } from '../external-ids/external-id-queries.ts';

const KNOWN = eachDialect(
  (dialect) => companySql`SELECT x.record_id, MIN(x.external_id) AS external_id FROM ${externalIdTable} x
    WHERE x.kind = $2 AND x.record_id ${DIFFERENCES[dialect].inList('$3')} GROUP BY x.record_id`,
);

/**
 * The external ids of records: the stored one, or one made from the id. If another record has that one, from an import
 * of another installation, it is lengthened until it is free.
 */
export async function keysOf(
  company: CompanyScope,
  kind: ExternalIdKind,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const keys = new Map<number, string>();
  for (const row of await company.rows(KNOWN[company.dialect], [kind, ids])) {
    keys.set(Number(row.record_id), String(row.external_id));
  }
  let made = new Map(ids.filter((id) => !keys.has(id)).map((id) => [`shaon-${id}`, id]));
  while (made.size > 0) {
    const others = await findRecordIds(company, kind, [...made.keys()]);
    const lengthened = new Map<string, number>();
    for (const [key, id] of made) {
      if (others.has(key)) lengthened.set(`${key}-here`, id);
      else keys.set(id, key);
    }
    made = lengthened;
  }
  return keys;
}
