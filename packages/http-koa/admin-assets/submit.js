// A double click sends a form twice, and the second answer would hide what the first one shows, such as a new token.
const SOON_MS = 3_000;
const sentAt = new WeakMap();

addEventListener('submit', (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== 'post') return;
  if (Date.now() - (sentAt.get(form) ?? 0) < SOON_MS) event.preventDefault();
  else sentAt.set(form, Date.now());
});
