// A month's grid is one stop for Tab; arrows, Home and End move in it. It opens at today. Without this file all are stops.
const FOCUSABLE = 'a, input';

for (const table of document.querySelectorAll('table.month')) {
  const region = table.parentElement;
  const stops = [...table.querySelectorAll(FOCUSABLE)];
  const today = table.querySelector('thead .today');
  if (today !== null) showInside(region, today);
  if (stops.length === 0) continue;

  region.removeAttribute('tabindex');
  let current = table.querySelector(`tbody .today :is(${FOCUSABLE})`) ?? stops[0];
  for (const stop of stops) stop.tabIndex = stop === current ? 0 : -1;
  table.addEventListener('focusin', ({ target }) => {
    if (!target.matches(FOCUSABLE)) return;
    current.tabIndex = -1;
    current = target;
    current.tabIndex = 0;
  });
  table.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const next = nextStop(table, event.target.closest('th, td'), event.key);
    if (next === undefined) return;
    event.preventDefault();
    next?.focus();
  });
}

/** The stop that a key leads to; null at an edge, undefined for another key. */
function nextStop(table, from, key) {
  const forwards = getComputedStyle(table).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  const cells = [...from.parentElement.cells];
  const rows = [...table.rows];
  const row = rows.indexOf(from.parentElement);
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowRight':
      return firstStop(key === forwards ? cells.slice(from.cellIndex + 1) : cells.slice(0, from.cellIndex).reverse());
    case 'ArrowDown':
      return nearestStop(rows.slice(row + 1), from.cellIndex);
    case 'ArrowUp':
      return nearestStop(rows.slice(0, row).reverse(), from.cellIndex);
    case 'Home':
      return firstStop(cells);
    case 'End':
      return firstStop(cells.reverse());
    default:
      return undefined;
  }
}

const stopIn = (cell) => cell.querySelector(FOCUSABLE);
const firstStop = (cells) => cells.map(stopIn).find((stop) => stop !== null) ?? null;

/** The stop nearest to a column, in the first row that has one. */
function nearestStop(rows, column) {
  for (const { cells } of rows) {
    const distance = (cell) => Math.abs(cell.cellIndex - column);
    const nearest = [...cells].filter(stopIn).sort((a, b) => distance(a) - distance(b))[0];
    if (nearest !== undefined) return stopIn(nearest);
  }
  return null;
}

/** Moves only the region, not the page. */
function showInside(region, element) {
  const [outer, inner] = [region.getBoundingClientRect(), element.getBoundingClientRect()];
  region.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
}
