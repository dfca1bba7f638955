import { type Html, html, ownMarkup } from '../html.ts';

/** Lines on a square of 16; the stylesheet sets their width and colour. */
const LINES = {
  clock: '<circle cx="8" cy="8" r="6.25"/><path d="M8 4.25V8l2.5 1.75"/>',
  menu: '<path d="M2 4.25h12M2 8h12M2 11.75h12"/>',
  calendar: '<rect x="2" y="3" width="12" height="11" rx="1.5"/><path d="M2 6.5h12M5.25 1.5v3M10.75 1.5v3"/>',
  leave:
    '<path d="M2.5 13.5h11M8 13.5v-7M3 7.25a5 5 0 0 1 10 0c-1.2-1-2.2-1-3.3 0-1.2-1-2.2-1-3.4 0-1.1-1-2.1-1-3.3 0Z"/>',
  people:
    '<circle cx="6" cy="5.25" r="2.5"/><path d="M1.5 13.5c0-2.6 2-4.25 4.5-4.25s4.5 1.65 4.5 4.25M10.5 3a2.4 2.4 0 0 1 0 4.6M12 9.6c1.6.6 2.5 2 2.5 3.9"/>',
  key: '<circle cx="5" cy="11" r="3"/><path d="M7.2 8.8 13.5 2.5M11 5l2 2"/>',
  hook: '<circle cx="3.75" cy="11.25" r="2.25"/><circle cx="12.25" cy="11.25" r="2.25"/><circle cx="8" cy="4" r="2.25"/><path d="m6.9 6-2 3.4M6 11.25h4M11.2 9.3 9.1 6"/>',
  send: '<path d="M14 2 7.25 8.75M14 2 9.75 14l-2.5-5.25L2 6.25Z"/>',
  shield: '<path d="M8 1.75 13 3.5v4c0 3.2-2 5.5-5 6.75-3-1.25-5-3.55-5-6.75v-4Z"/><path d="m5.75 7.9 1.6 1.6 3-3.1"/>',
  gear: '<circle cx="8" cy="8" r="2.25"/><path d="M8 1.5v2M8 12.5v2M1.5 8h2M12.5 8h2M3.4 3.4l1.4 1.4M11.2 11.2l1.4 1.4M12.6 3.4l-1.4 1.4M4.8 11.2l-1.4 1.4"/>',
  user: '<circle cx="8" cy="5.25" r="2.75"/><path d="M2.75 14c.3-2.9 2.4-4.5 5.25-4.5s4.95 1.6 5.25 4.5"/>',
  out: '<path d="M6 2.5H3.5a1 1 0 0 0-1 1v9a1 1 0 0 0 1 1H6M10.5 11l3-3-3-3M13.5 8H6"/>',
  plus: '<path d="M8 3v10M3 8h10"/>',
  copy: '<rect x="5.5" y="5.5" width="8.5" height="8.5" rx="1.5"/><path d="M10.5 5.5v-2A1.5 1.5 0 0 0 9 2H3.5A1.5 1.5 0 0 0 2 3.5V9a1.5 1.5 0 0 0 1.5 1.5h2"/>',
  check: '<path d="m3 8.5 3.25 3.25L13 5"/>',
  cross: '<path d="m4 4 8 8M12 4l-8 8"/>',
  dots: '<path d="M3.25 8h.01M8 8h.01M12.75 8h.01" stroke-width="2.5"/>',
  info: '<circle cx="8" cy="8" r="6.25"/><path d="M8 7.25v4M8 4.75v.01"/>',
  alert: '<path d="M8 2 14.5 13.5h-13Z"/><path d="M8 6.5v3.25M8 11.75v.01"/>',
  hourglass: '<path d="M4 2h8M4 14h8M5 2c0 3.5 6 4.5 6 8.25V14M11 2c0 3.5-6 4.5-6 8.25V14"/>',
  slash: '<circle cx="8" cy="8" r="6"/><path d="m3.8 12.2 8.4-8.4"/>',
  ring: '<circle cx="8" cy="8" r="5.5"/>',
  half: '<circle cx="8" cy="8" r="5.5"/><path d="M8 2.5v11" /><path d="M8 2.5a5.5 5.5 0 0 1 0 11Z" fill="currentColor"/>',
  pause: '<path d="M5.5 3.5v9M10.5 3.5v9"/>',
  retry: '<path d="M13.5 8A5.5 5.5 0 1 1 11.6 3.8M13.5 1.75V4.5h-2.75"/>',
  previous: '<path d="M10 3.5 5.5 8l4.5 4.5"/>',
  up: '<path d="m3.5 10 4.5-4.5 4.5 4.5"/>',
  down: '<path d="m3.5 6 4.5 4.5L12.5 6"/>',
  print: '<path d="M4.5 6V2h7v4M4.5 11.5h-2V6h11v5.5h-2M4.5 9.5h7V14h-7Z"/>',
  next: '<path d="M6 3.5 10.5 8 6 12.5"/>',
  pin: '<path d="M8 14.25s4.75-4.1 4.75-7.75a4.75 4.75 0 0 0-9.5 0C3.25 10.15 8 14.25 8 14.25Z"/><circle cx="8" cy="6.5" r="1.75"/>',
  cup: '<path d="M3 6h8v4.5A2.5 2.5 0 0 1 8.5 13h-3A2.5 2.5 0 0 1 3 10.5ZM11 7h1a1.75 1.75 0 0 1 0 3.5h-1M5.5 1.75V3.5M8.5 1.75V3.5"/>',
  file: '<path d="M4 1.75h5l3 3v9.5H4ZM9 1.75v3h3"/>',
  download: '<path d="M8 2v8.5M4.75 7.5 8 10.75l3.25-3.25M2.5 13.5h11"/>',
  edit: '<path d="M10.75 2.75 13.25 5.25 5.5 13H3v-2.5Z"/>',
  lock: '<rect x="3.25" y="7" width="9.5" height="7" rx="1.5"/><path d="M5.25 7V5a2.75 2.75 0 0 1 5.5 0v2"/>',
  search: '<circle cx="7" cy="7" r="4.5"/><path d="m10.5 10.5 3.5 3.5"/>',
  building: '<path d="M3 14V2.5h7V14M10 6h3v8M1.5 14h13M5 5h.01M7.5 5h.01M5 8h.01M7.5 8h.01M5 11h.01M7.5 11h.01"/>',
} as const;

export type IconName = keyof typeof LINES;

const drawn = new Map<string, Html>();

/** A drawing beside words that say the same, so screen readers skip it. `turns` mirrors the drawing in Hebrew. */
export function icon(name: IconName, options: { readonly turns?: boolean; readonly className?: string } = {}): Html {
  const classes = ['icon', options.turns ? 'icon-dir' : '', options.className ?? ''].filter(Boolean).join(' ');
  const key = `${name} ${classes}`;
  const known = drawn.get(key);
  if (known !== undefined) return known;
  const made = html`<svg class="${classes}" viewBox="0 0 16 16" aria-hidden="true" focusable="false">${ownMarkup(LINES[name])}</svg>`;
  drawn.set(key, made);
  return made;
}
