// Draws docs/pictures/growth.svg and its dark form from bench/growth/figures.json; `--check` says whether they are stale.
import { readFileSync } from 'node:fs';
import { keepPicture, PICTURE_FONT, PICTURE_WIDTH } from './keep-picture.mjs';

const HEIGHT = 330;

const LIGHT = {
  name: 'growth',
  text: '#1f2328',
  quiet: '#59636e',
  line: '#d1d9e0',
  lines: ['#0969da', '#1a7f37', '#bc4c00'],
};
const DARK = {
  name: 'growth-dark',
  text: '#f0f6fc',
  quiet: '#9198a1',
  line: '#3d444d',
  lines: ['#4493f8', '#3fb950', '#f0883e'],
};

const LINES = [
  { key: 'first', title: 'first page', dashes: '' },
  { key: 'filtered', title: 'a month of a department', dashes: '6 4' },
  { key: 'last', title: 'last page', dashes: '2 4' },
];
const PANELS = [
  { key: 'sqlite', title: 'SQLite', x: 60 },
  { key: 'postgres', title: 'PostgreSQL, with its own processes', x: 540 },
];
const PANEL = { width: 380, top: 90, bottom: 280 };
const ROWS = [1e4, 1e5, 1e6, 1e7];

const figures = JSON.parse(readFileSync(new URL('../../../bench/growth/figures.json', import.meta.url), 'utf8'));

/** The end of an axis: the smallest of 1, 1.5, 2, 3, 5, 10 … that is not below the value. */
function roundedUp(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 1.5, 2, 3, 5, 10].map((step) => step * power).find((step) => step >= value);
}

function drawing(look) {
  const text = (x, y, content, { size = 12, fill = look.quiet, weight = 400, anchor = 'middle' } = {}) =>
    `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}">${content}</text>`;
  const stroke = (path, color, dashes = '', width = 1) =>
    `<path d="${path}" stroke="${color}" stroke-width="${width}" fill="none"${dashes === '' ? '' : ` stroke-dasharray="${dashes}"`}/>`;

  const panel = ({ key, title, x }) => {
    const sizes = figures[key] ?? [];
    const end = roundedUp(Math.max(...sizes.flatMap(({ cpuMs }) => Object.values(cpuMs))));
    const left = (rows) => x + ((Math.log10(rows) - 4) / 3) * PANEL.width;
    const height = (ms) => PANEL.bottom - (ms / end) * (PANEL.bottom - PANEL.top);
    const at = (rows, ms) => `${left(rows).toFixed(1)} ${height(ms).toFixed(1)}`;
    return [
      text(x, PANEL.top - 22, title, { size: 14, fill: look.text, weight: 600, anchor: 'start' }),
      ...[0, 0.5, 1].flatMap((part) => [
        stroke(`M${x} ${height(end * part)}H${x + PANEL.width}`, look.line),
        text(x - 8, height(end * part) + 4, String(Number((end * part).toFixed(2))), { anchor: 'end' }),
      ]),
      ...ROWS.map((rows) => text(left(rows), PANEL.bottom + 20, rows.toLocaleString('en'))),
      ...LINES.flatMap(({ key: line, dashes }, index) => [
        stroke(`M${sizes.map(({ rows, cpuMs }) => at(rows, cpuMs[line])).join('L')}`, look.lines[index], dashes, 2),
        ...sizes.map(({ rows, cpuMs }) => {
          const [cx, cy] = at(rows, cpuMs[line]).split(' ');
          return `<circle cx="${cx}" cy="${cy}" r="3.5" fill="${look.lines[index]}"/>`;
        }),
      ]),
    ];
  };
  const legend = LINES.flatMap(({ title, dashes }, index) => {
    const x = 60 + [0, 140, 370][index];
    return [
      stroke(`M${x} 28H${x + 30}`, look.lines[index], dashes, 2),
      text(x + 38, 32, title, { size: 13, fill: look.text, anchor: 'start' }),
    ];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${PICTURE_WIDTH} ${HEIGHT}" width="${PICTURE_WIDTH}" height="${HEIGHT}" font-family="${PICTURE_FONT}" role="img">`,
    '<title>CPU of GET /attendance by the number of the company’s records</title>',
    ...legend,
    ...PANELS.filter(({ key }) => figures[key] !== undefined).flatMap(panel),
    text(PICTURE_WIDTH / 2, HEIGHT - 8, 'CPU ms for each request, by the days that the company has'),
    '</svg>',
    '',
  ].join('\n');
}

keepPicture([LIGHT, DARK], drawing);
