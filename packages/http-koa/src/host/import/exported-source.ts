import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { EXPORT_FORMAT, type ImportRequest, ShaonError } from '@shaon/core';

/** The options for importing an export, besides its rows. */
export type ExportedSource = Required<Pick<ImportRequest, 'isExport' | 'exportedCompany' | 'openDocument'>> &
  Pick<ImportRequest, 'absenceTypes'>;

type Members = Readonly<Record<string, unknown>>;

/**
 * Separates the members that only an export has from the company's. A source without `format` is not an export. Throws
 * `options_invalid` for an unknown format.
 */
export function exportedSource(
  company: Members | null,
  folder: string,
): { readonly exported: ExportedSource | null; readonly rest: Members | null } {
  const { format, absence_types: types, second_factor_since: secondFactorSince, ...others } = company ?? {};
  const { payroll_columns: columns, sms_notices: smsNotices, ...rest } = others;
  if (company === null || format === undefined) return { exported: null, rest: company };
  if (String(format) !== String(EXPORT_FORMAT)) {
    throw new ShaonError(
      'options_invalid',
      `The source has the format ${String(format).slice(0, 20)}, and this version of Shaon reads ${EXPORT_FORMAT}. Import it with the version that wrote it, or a newer one.`,
    );
  }
  return {
    exported: {
      isExport: true,
      exportedCompany: {
        ...rest,
        second_factor_since: secondFactorSince,
        sms_notices: smsNotices,
        payroll_columns: columns == null || columns === '' ? null : listOfObjects(columns, 'payroll_columns'),
      },
      absenceTypes: types == null ? undefined : listOfObjects(types, 'absence_types'),
      openDocument: async (path) => (await open(join(folder, path))).createReadStream(),
    },
    rest,
  };
}

/** Reads a JSON list; in CSV it is text. */
function listOfObjects(value: unknown, member: string): readonly object[] {
  const list: unknown = typeof value === 'string' ? parsed(value) : value;
  const isObject = (one: unknown): one is object => typeof one === 'object' && one !== null && !Array.isArray(one);
  if (Array.isArray(list) && list.every(isObject)) return list;
  throw new ShaonError('options_invalid', `${member} of the company is a list of objects in JSON.`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
