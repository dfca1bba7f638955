import type { TableComparison } from '@shaon/core';

const HEADER = ['table', 'rows', 'rows there', 'checksum', 'checksum there', ''];

/** The tallies of tables in two databases as text: one line each, and one that says whether all are equal. */
export function describeTables(compared: readonly TableComparison[]): string {
  const lines = compared.map(({ table, from, to, isEqual }) => [
    table,
    String(from.rows),
    String(to.rows),
    from.checksum,
    to.checksum,
    isEqual ? 'equal' : 'DIFFERENT',
  ]);
  const all = [HEADER, ...lines];
  const widths = HEADER.map((_, column) => Math.max(...all.map((line) => line[column]?.length ?? 0)));
  const rows = all.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const different = compared.filter(({ isEqual }) => !isEqual).length;
  const last =
    different === 0 ? `All ${compared.length} tables are equal.` : `${different} of ${compared.length} tables differ.`;
  return [...rows, last].join('\n');
}
