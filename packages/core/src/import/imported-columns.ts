import { listAbsenceTypes } from '../absence-types/absence-type-queries.ts';
import { storeColumns } from '../companies/payroll-layout.ts';
import { validate } from '../input/validate.ts';
import { exportedCompanyInput } from './exported-input.ts';
import type { ImportRun } from './import-run.ts';

/** Gives a new company the columns of an export's payroll file, after its presets and types of absence have their ids. */
export async function importPayrollColumns({ company, externalIds, now }: ImportRun, exported: object): Promise<void> {
  const { payroll_columns: columns } = validate(exportedCompanyInput, exported);
  if (columns == null) return;
  const keys = columns.flatMap(({ source }) => keyIn(source, 'preset'));
  const presets = await externalIds.resolve('shifts', new Set(keys));
  const types = new Map((await listAbsenceTypes(company)).map(({ id, label }) => [label, id]));
  const here = columns.flatMap(({ source, name }) => {
    const [key] = keyIn(source, 'preset');
    const [label] = keyIn(source, 'absence');
    if (key === undefined && label === undefined) return [{ source, name }];
    const id = key === undefined ? types.get(label ?? '') : presets.get(key);
    return id === undefined ? [] : [{ source: `${key === undefined ? 'absence' : 'preset'}:${id}`, name }];
  });
  if (here.length > 0) await storeColumns(company, here, now);
}

/** The external id or the label in a source such as `preset:night`. */
const keyIn = (source: string, kind: string): string[] =>
  source.startsWith(`${kind}:`) ? [source.slice(kind.length + 1)] : [];
