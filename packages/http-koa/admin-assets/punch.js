// A punch with the device's location, where the person adds it. Whatever happens to the location, the punch is sent.
const form = document.getElementById('punch');
const box = document.getElementById('add-location');
const state = form?.querySelector('[data-location-state]');
const REMEMBERED = 'shaon-add-location';
const LONGEST_WAIT_MS = 15_000;
let isSending = false;

if (form !== null && box !== null && state && 'geolocation' in navigator) {
  form.querySelector('[data-location]').hidden = false;
  try {
    box.checked = localStorage.getItem(REMEMBERED) !== 'no';
  } catch {
    // Without storage the box is as the page has it.
  }
  box.addEventListener('change', () => {
    try {
      localStorage.setItem(REMEMBERED, box.checked ? 'yes' : 'no');
    } catch {
      // The next page asks again.
    }
  });
}

form?.addEventListener('submit', (event) => {
  if (isSending) {
    event.preventDefault();
    return;
  }
  isSending = true;
  const { submitter } = event;
  if (!box?.checked || !('geolocation' in navigator)) return;
  event.preventDefault();
  state.textContent = state.dataset.locating;
  let isSent = false;
  const send = () => {
    isSent = true;
    const chosen = document.createElement('input');
    chosen.type = 'hidden';
    chosen.name = 'kind';
    chosen.value = submitter.value;
    form.append(chosen);
    form.submit();
  };
  const sendWithout = () => {
    if (isSent) return;
    form.elements.location_failed.value = '1';
    send();
  };
  // The browser's own time limit does not run while it asks whether it may tell the location, and nobody need answer that.
  setTimeout(sendWithout, LONGEST_WAIT_MS);
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => {
      if (isSent) return;
      form.elements.lat.value = coords.latitude;
      form.elements.lng.value = coords.longitude;
      form.elements.accuracy.value = coords.accuracy;
      state.textContent = state.dataset.found.replace('{accuracy}', String(Math.round(coords.accuracy)));
      send();
    },
    sendWithout,
    { enableHighAccuracy: true, timeout: 8_000, maximumAge: 0 },
  );
});

// By the back button the page comes as it was left: with its button pressed.
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});
