// Each password field gets a button that shows what is typed. When the form is sent, the field is a password again, so
// that browsers do not keep the password with other typed texts.
const { show, hide } = document.body.dataset;
for (const input of document.querySelectorAll('input[type=password]')) {
  const button = document.createElement('button');
  const turn = (type) => {
    input.type = type;
    button.textContent = type === 'password' ? show : hide;
  };
  button.type = 'button';
  button.className = 'btn btn-quiet btn-sm mt-2';
  button.setAttribute('aria-controls', input.id);
  button.addEventListener('click', () => turn(input.type === 'password' ? 'text' : 'password'));
  input.form?.addEventListener('submit', () => turn('password'));
  input.after(button);
  turn('password');
}
