// A secret that is shown once leaves the page with it: nobody finds it by the back button.
addEventListener('pagehide', () => {
  for (const element of document.querySelectorAll('[data-secret]')) element.textContent = '';
});
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});
// Until the box says that it is stored, the browser asks before the page is left.
let isLeft = false;
addEventListener('submit', () => {
  isLeft = true;
});
addEventListener('beforeunload', (event) => {
  const stored = document.querySelector('[data-stored]');
  if (stored !== null && !stored.checked && !isLeft) event.preventDefault();
});
