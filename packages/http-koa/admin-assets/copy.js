// Copy buttons: hidden until this file runs, because without it they could do nothing.
for (const button of document.querySelectorAll('[data-copy]')) {
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
    const word = button.querySelector('span');
    const before = word?.textContent ?? button.getAttribute('aria-label');
    const done = document.body.dataset.copied ?? '';
    if (word) word.textContent = done;
    else button.setAttribute('aria-label', done);
    button.classList.add('is-copied');
    setTimeout(() => {
      if (word) word.textContent = before;
      else button.setAttribute('aria-label', before);
      button.classList.remove('is-copied');
    }, 2_000);
  });
}
