import { IMPORT_KINDS, type ImportReport } from '@shaon/core';

/** The result of an import as text: the counts of each kind, refused rows and ignored columns. */
export function describeReport(report: ImportReport, options: { readonly isDryRun: boolean }): string {
  const lines = IMPORT_KINDS.flatMap((kind) => {
    const counts = report.counts[kind];
    if (counts === undefined) return [];
    const { created, updated, unchanged, refused } = counts;
    return `  ${kind}: ${created} new, ${updated} changed, ${unchanged} unchanged, ${refused} refused`;
  });
  const ignored = report.ignored.map(({ file, fields }) => `${file}: not read: ${fields.join(', ')}`);
  const company = `${report.companyName}${report.isNewCompany ? ' (new)' : ''}`;
  const counts = lines.length === 0 ? ['  The source holds no rows.'] : lines;
  return [...ignored, ...describeRefusals(report), headline(report, company, options.isDryRun), ...counts].join('\n');
}

function headline(report: ImportReport, company: string, isDryRun: boolean): string {
  if (isDryRun) return `${company}: validated, nothing was written.`;
  if (!report.isWritten) return `${company}: nothing was written.`;
  return `${company}: imported as company ${report.companyId}.`;
}

/** Each refused field with its place, never with its value. */
function describeRefusals(report: ImportReport): string[] {
  const refused = Object.values(report.counts).reduce((sum, counts) => sum + counts.refused, 0);
  const lines = report.refusals.map(({ file, line, field, message }) => `${file}, line ${line}, ${field}: ${message}`);
  const named = new Set(report.refusals.map(({ file, line }) => `${file} ${line}`)).size;
  return refused > named ? [...lines, `… and more: see them with --max-errors.`] : lines;
}
