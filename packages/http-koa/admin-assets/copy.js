// Copy buttons: hidden until this file runs, because without it they could do nothing.
const SHOWN_MS = 2_000;
const done = document.body.dataset.copied ?? '';

// Screen readers do not say that the words of a button have changed.
const said = document.createElement('p');
said.className = 'visually-hidden';
said.setAttribute('role', 'status');
document.querySelector('main')?.append(said);

for (const button of document.querySelectorAll('[data-copy]')) {
  const word = button.querySelector('span');
  const label = word?.textContent ?? button.getAttribute('aria-label');
  const say = (text) => {
    if (word) word.textContent = text;
    else button.setAttribute('aria-label', text);
  };
  let timer;
  button.hidden = false;
  button.addEventListener('click', async () => {
    const source = document.getElementById(button.dataset.copy);
    if (source === null) return;
    try {
      await navigator.clipboard.writeText(source.textContent);
    } catch {
      // Without a secure origin there is no clipboard: the text is selected, so that it can be copied by hand.
      getSelection()?.selectAllChildren(source);
      return;
    }
    clearTimeout(timer);
    say(done);
    said.textContent = done;
    button.classList.add('is-copied');
    timer = setTimeout(() => {
      say(label);
      said.textContent = '';
      button.classList.remove('is-copied');
    }, SHOWN_MS);
  });
}
