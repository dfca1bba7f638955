// Draws docs/pictures/architecture.svg and its dark form; `--check` says whether they are stale.
import { keepPicture, PICTURE_FONT, PICTURE_WIDTH } from './keep-picture.mjs';

const HEIGHT = 390;

const LIGHT = {
  name: 'architecture',
  text: '#1f2328',
  quiet: '#59636e',
  line: '#818b98',
  box: '#f6f8fa',
  core: '#ddf4ff',
};
const DARK = {
  name: 'architecture-dark',
  text: '#f0f6fc',
  quiet: '#9198a1',
  line: '#8b949e',
  box: '#151b23',
  core: '#12233b',
};

// biome-ignore format: a table is read by its columns
const BOXES = [
  { x: 10,  y: 40,  w: 190, h: 74, title: 'Your HR product',   lines: ['its process, its log-in,', 'its transactions'] },
  { x: 10,  y: 170, w: 190, h: 74, title: 'Standalone host',   lines: ['shaon serve', 'its own sign-in'] },
  { x: 270, y: 40,  w: 210, h: 204, title: '@shaon/core',      lines: ['', 'employees · attendance', 'leave · organization', 'tokens · accounts', '', 'one company at a time,', 'every call in the audit'], isCore: true },
  { x: 270, y: 310, w: 210, h: 64, title: 'SQLite or PostgreSQL', lines: ['records, audit, outbox'] },
  { x: 560, y: 45,  w: 180, h: 64, title: 'v1 API',            lines: ['@shaon/http-koa'] },
  { x: 560, y: 175, w: 180, h: 64, title: 'Pages',             lines: ['@shaon/http-koa/admin'] },
  { x: 560, y: 310, w: 180, h: 64, title: 'Deliveries',        lines: ['@shaon/webhooks'] },
];

// biome-ignore format: a table is read by its columns
const PEOPLE = [
  { x: 812, y: 73,  lines: ['integrators', '@shaon/client-sdk'] },
  { x: 812, y: 203, lines: ['admins, managers,', 'employees'] },
  { x: 812, y: 338, lines: ['receivers', 'over HTTPS'] },
];

// biome-ignore format: a table is read by its columns
const ARROWS = [
  { from: [200, 77],  to: [270, 77],  label: 'embeds' },
  { from: [200, 207], to: [270, 207], label: 'runs' },
  { from: [375, 244], to: [375, 310], label: 'one transaction', isBothWays: true },
  { from: [480, 77],  to: [560, 77] },
  { from: [480, 207], to: [560, 207] },
  { from: [480, 342], to: [560, 342], label: 'outbox' },
  { from: [804, 77],  to: [740, 77] },
  { from: [804, 207], to: [740, 207] },
  { from: [740, 342], to: [804, 342], label: 'signed' },
];

function drawing(look) {
  const text = (x, y, content, { size = 13, fill = look.quiet, weight = 400, anchor = 'middle' } = {}) =>
    `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}">${content}</text>`;
  const box = ({ x, y, w, h, title, lines, isCore }) => {
    const middle = x + w / 2;
    const top = y + h / 2 - (lines.length * 18) / 2 + 4;
    return [
      `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="8" fill="${isCore ? look.core : look.box}" stroke="${look.line}"/>`,
      text(middle, top, title, { size: 15, fill: look.text, weight: 600 }),
      ...lines.map((line, index) => (line === '' ? '' : text(middle, top + 19 + index * 18, line))),
    ];
  };
  const arrow = ({ from, to, label, isBothWays }) => {
    const [x, y] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
    const isUpright = from[0] === to[0];
    const ends = isBothWays ? ' marker-start="url(#tip)" marker-end="url(#tip)"' : ' marker-end="url(#tip)"';
    return [
      `<path d="M${from[0]} ${from[1]}L${to[0]} ${to[1]}" stroke="${look.line}" stroke-width="1.5" fill="none"${ends}/>`,
      label === undefined
        ? ''
        : text(isUpright ? x + 10 : x, isUpright ? y + 4 : y - 8, label, {
            size: 12,
            anchor: isUpright ? 'start' : 'middle',
          }),
    ];
  };
  const person = ({ x, y, lines }) =>
    lines.map((line, index) =>
      text(x, y + index * 18, line, { anchor: 'start', fill: index === 0 ? look.text : look.quiet }),
    );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${PICTURE_WIDTH} ${HEIGHT}" width="${PICTURE_WIDTH}" height="${HEIGHT}" font-family="${PICTURE_FONT}" role="img">`,
    '<title>A product or the host runs core; the API, the pages and the deliveries stand on it</title>',
    `<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path d="M0 0L8 4L0 8z" fill="${look.line}"/></marker></defs>`,
    ...BOXES.flatMap(box),
    ...ARROWS.flatMap(arrow),
    ...PEOPLE.flatMap(person),
    '</svg>',
    '',
  ]
    .filter((line, index, all) => line !== '' || index === all.length - 1)
    .join('\n');
}

keepPicture([LIGHT, DARK], drawing);
