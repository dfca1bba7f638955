import encodeQR from 'qr';
import { type Html, html } from '../html.ts';

/** The width in squares of the blank border that cameras need to find the code. */
const BORDER = 4;

/** A QR code as a drawing: dark on light in both colour modes, because many apps cannot read the opposite. */
export function qrCode(text: string, label: string): Html {
  const rows = encodeQR(text, 'raw', { border: BORDER });
  const size = rows.length;
  const squares = rows.map((row, y) =>
    runsOf(row)
      .map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`)
      .join(''),
  );
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="${label}" shape-rendering="crispEdges"><rect width="${size}" height="${size}"
    fill="#fff"/><path d="${squares.join('')}" fill="#000"/></svg>`;
}

/** The starts and lengths of the runs of dark squares in a row. */
function runsOf(row: readonly boolean[]): [start: number, length: number][] {
  const runs: [number, number][] = [];
  for (const [x, isDark] of row.entries()) {
    const last = runs.at(-1);
    if (!isDark) continue;
    if (last !== undefined && last[0] + last[1] === x) last[1] += 1;
    else runs.push([x, 1]);
  }
  return runs;
}
