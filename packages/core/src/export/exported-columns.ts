import { listAbsenceTypes } from '../absence-types/absence-type-queries.ts';
import { chosenColumns, type PayrollColumn } from '../companies/payroll-layout.ts';
import type { CompanyScope } from '../database/sql/company-scope.ts';
import { keysOf } from './company-files.ts';

/**
 * The columns of the company's payroll file, which name presets by their external ids and types of absence by their
 * labels, since another database has other ids. Null if the company has chosen none.
 */
export async function exportedColumns(company: CompanyScope): Promise<readonly PayrollColumn[] | null> {
  const columns = await chosenColumns(company);
  if (columns === null) return null;
  const presets = columns.flatMap(({ source }) => idIn(source, 'preset'));
  const keys = await keysOf(company, 'shift', presets);
  const labels = new Map((await listAbsenceTypes(company)).map(({ id, label }) => [id, label]));
  return columns.map(({ source, name }) => {
    const [preset, type] = [idIn(source, 'preset')[0], idIn(source, 'absence')[0]];
    if (preset !== undefined) return { source: `preset:${keys.get(preset)}`, name };
    return { source: type === undefined ? source : `absence:${labels.get(type)}`, name };
  });
}

/** The id in a source such as `preset:7`. */
const idIn = (source: string, kind: string): number[] =>
  source.startsWith(`${kind}:`) ? [Number(source.slice(kind.length + 1))] : [];
