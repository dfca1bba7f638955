// No browser may keep a page, so a form comes back empty after a reload, and by the back button of most browsers. What was
// typed and may be kept waits in this tab, until its page is opened by a link or somebody else, or nobody, is signed in here.
const PREFIX = 'shaon-draft ';
const UNSENT = '#unsent';
const [opening] = performance.getEntriesByType('navigation');
// The session had ended, or the password was asked for, before the form was sent: nothing of it is saved.
const isUnsent = location.hash === UNSENT;
const isReturn = isUnsent || opening?.type === 'back_forward' || opening?.type === 'reload';
const { owner, returned, fileAgain } = document.body.dataset;
const touched = new Set();
const sent = new Set();

const keyOf = (form) => `${PREFIX}${owner} ${form.elements._page.value} ${form.getAttribute('action')}`;
const isBox = ({ type }) => type === 'checkbox' || type === 'radio';
const fieldsOf = (form) =>
  [...form.elements].filter(
    (field) => field.name && !['password', 'file', 'submit'].includes(field.type) && !('unkept' in field.dataset),
  );

function save(form) {
  const fields = fieldsOf(form).map((field) => [field.name, isBox(field) ? field.checked && field.value : field.value]);
  const hasFile = [...form.elements].some(({ files }) => files?.length > 0);
  sessionStorage.setItem(keyOf(form), JSON.stringify({ isSent: sent.has(form), hasFile, fields }));
}

// Such as the version of a record: what was sent, and is of an older one now, has been saved.
function isSaved(form, { isSent, fields }) {
  const hidden = fieldsOf(form).filter(({ name, type }) => type === 'hidden' && !name.startsWith('_'));
  return isSent && hidden.some(({ name, value }) => fields.find((field) => field[0] === name)?.[1] !== value);
}

function restore(form, { fields }) {
  const fresh = form.elements._once?.value;
  const left = fieldsOf(form);
  for (const [name, value] of fields) {
    const field = left.find((one) => one.name === name);
    if (field === undefined) continue;
    left.splice(left.indexOf(field), 1);
    if (isBox(field)) field.checked = value === field.value;
    else field.value = value;
  }
  touched.add(form);
  // Sent again as it was, it is the same form; with a change it is another one.
  if (fresh !== undefined) {
    const renew = () => {
      form.elements._once.value = fresh;
    };
    form.addEventListener('input', renew, { once: true });
  }
}

function tell(form, { hasFile }) {
  const message = document.createElement('p');
  message.className = 'flash s-wait';
  message.setAttribute('role', 'status');
  message.textContent = hasFile ? `${returned} ${fileAgain}` : returned;
  form.prepend(message);
}

function forgetOthers() {
  // Who signs in to go on with a form may be the person who filled it in.
  const isOnTheWay = document.querySelector(`[name=next][value$="${UNSENT}"]`) !== null;
  if (!owner && isOnTheWay) return;
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(PREFIX) && (!owner || !key.startsWith(`${PREFIX}${owner} `))) sessionStorage.removeItem(key);
  }
}

function open(form) {
  // Somebody was quicker than the network.
  if (touched.has(form)) return;
  const draft = JSON.parse(sessionStorage.getItem(keyOf(form)));
  if (isReturn) {
    // A browser may have filled it in by itself, with what another person typed.
    form.reset();
    if (draft === null || (!isUnsent && isSaved(form, draft))) return;
    restore(form, draft);
    if (isUnsent && draft.isSent) tell(form, draft);
  }
  // The answer to a form shows it as it was sent: the page before it may still be returned to.
  else if (!('answer' in form.dataset)) sessionStorage.removeItem(keyOf(form));
}

try {
  forgetOthers();
  const forms = [...document.getElementsByName('_page')].map(({ form }) => form);
  for (const form of forms) {
    form.addEventListener('input', () => touched.add(form));
    form.addEventListener('submit', () => sent.add(form));
  }
  addEventListener('pagehide', () => touched.forEach(save));
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) forms.forEach(open);
    if (isUnsent) history.replaceState(history.state, '', location.pathname + location.search);
  });
} catch {
  // Without storage the form is as the page has it.
}
