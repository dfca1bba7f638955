// The button that prints the page.
for (const button of document.querySelectorAll('[data-script=print]')) {
  button.addEventListener('click', () => print());
  button.hidden = false;
}
