import type { Shift } from '@shaon/client-sdk';
import { stringify } from 'csv-stringify/sync';
import type { PayrollMonth } from './month.ts';
import { shares } from './shares.ts';

/**
 * The month as CSV for Excel: with a byte order mark, so that Excel reads Hebrew as UTF-8, with Windows line ends, and
 * with names that look like formulas turned into text. Hours have two decimals; those of the presets add up to the
 * total of their line, and lines to the totals.
 */
export function payrollCsv({ presets, lines }: PayrollMonth): string {
  const leaveTypes = [...new Set(lines.flatMap((line) => [...line.leaveDays.keys()]))].sort();
  const paid = presets.filter((preset) => lines.some((line) => line.byPreset.has(preset)));
  const header = [
    ...['מספר עובד', 'שם', 'מחלקה', 'ימי עבודה', 'ימים חסרי החתמה', 'סך שעות', 'שעות 100%'],
    ...paid.map(nameOf),
    ...leaveTypes.map((type) => `ימי ${type}`),
  ];
  const rows = lines.map((line) => {
    const total = Math.round(line.workedMinutes / 0.6);
    const minutes = [null, ...paid].map((preset) => line.byPreset.get(preset) ?? 0);
    return [
      ...[line.employee.id, line.employee.name, line.employee.department?.name ?? ''],
      ...[line.workedDays, line.incompleteDays, ...[total, ...shares(total, minutes)].map((part) => part / 100)],
      ...leaveTypes.map((type) => line.leaveDays.get(type) ?? 0),
    ];
  });
  const sum = (column: number) => rows.reduce((total, row) => total + Math.round(Number(row[column]) * 100), 0) / 100;
  const totals = ['', 'סך הכול', '', ...header.slice(3).map((_, index) => sum(index + 3))];
  return stringify([header, ...rows, totals], { bom: true, escape_formulas: true, record_delimiter: 'windows' });
}

/** Adds the percentage unless the preset's name has it. */
function nameOf({ name, wage_percentage }: Shift): string {
  const percentage = `${wage_percentage}%`;
  return name.includes(percentage) ? name : `${name} ${percentage}`;
}
