// No browser may keep a page, so a form comes back empty after a reload, and by the back button of most browsers. What was
// typed and may be kept waits in this tab, until its page is opened by a link or somebody else, or nobody, is signed in here.
const PREFIX = 'shaon-draft ';
const [opening] = performance.getEntriesByType('navigation');
const isReturn = opening?.type === 'back_forward' || opening?.type === 'reload';
const { owner } = document.body.dataset;
const touched = new Set();
const sent = new Set();

const keyOf = (form) => `${PREFIX}${form.elements._keep.value} ${form.getAttribute('action')}`;
const isBox = ({ type }) => type === 'checkbox' || type === 'radio';
const fieldsOf = (form) =>
  [...form.elements].filter(
    (field) => field.name && !['password', 'file', 'submit'].includes(field.type) && !('unkept' in field.dataset),
  );

function save(form) {
  const fields = fieldsOf(form).map((field) => [field.name, isBox(field) ? field.checked && field.value : field.value]);
  sessionStorage.setItem(keyOf(form), JSON.stringify({ isSent: sent.has(form), fields }));
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

function forgetOthers() {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(PREFIX) && (!owner || !key.startsWith(PREFIX + owner))) sessionStorage.removeItem(key);
  }
}

function open(form) {
  // Somebody was quicker than the network.
  if (touched.has(form)) return;
  const draft = JSON.parse(sessionStorage.getItem(keyOf(form)));
  if (isReturn) {
    // A browser may have filled it in by itself, with what another person typed.
    form.reset();
    if (draft !== null && !isSaved(form, draft)) restore(form, draft);
  }
  // The answer to a form shows it as it was sent: the page before it may still be returned to.
  else if (!('answer' in form.dataset)) sessionStorage.removeItem(keyOf(form));
}

try {
  forgetOthers();
  const forms = [...document.getElementsByName('_keep')].map(({ form }) => form);
  for (const form of forms) {
    form.addEventListener('input', () => touched.add(form));
    form.addEventListener('submit', () => sent.add(form));
  }
  addEventListener('pagehide', () => touched.forEach(save));
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) forms.forEach(open);
  });
} catch {
  // Without storage the form is as the page has it.
}
