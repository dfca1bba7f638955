// A page about something that is still going on is loaded anew when it has changed. Without this file there is a button.
const LONGEST_WAIT_MS = 15_000;
const END_AFTER_MS = 15 * 60_000;

const live = document.querySelector('[data-live]');
const began = Date.now();
let wait = 1_500;

async function look() {
  if (Date.now() - began > END_AFTER_MS) return;
  if (document.visibilityState === 'visible') {
    try {
      const response = await fetch(live.dataset.live, { redirect: 'error' });
      if (!response.ok) return;
      if ((await response.text()) !== live.dataset.liveState) {
        location.reload();
        return;
      }
    } catch {
      // The network is away, or the session has ended: the button is still there.
    }
    wait = Math.min(wait * 1.25, LONGEST_WAIT_MS);
  }
  setTimeout(look, wait);
}

if (live !== null) setTimeout(look, wait);
