import { isKept } from '../form-fields.ts';
import type { FormState } from '../form-state.ts';
import { type Html, html } from '../html.ts';
import type { Texts } from '../locales/index.ts';
import { fieldId } from './flash.ts';
import { icon } from './icon.ts';
import { code, name } from './texts.ts';

/** What every field has. */
interface Field {
  readonly name: string;
  readonly label: Html | string;
  readonly help?: Html | string | undefined;
  /** The word "(optional)" behind the label; required fields have no mark. */
  readonly optional?: string | undefined;
}

interface TextField extends Field {
  readonly type?: 'text' | 'email' | 'password' | 'tel' | 'url' | 'date' | 'number' | 'search' | 'datetime-local';
  /** Left to right in every language: for addresses, numbers, times. */
  readonly ltr?: boolean;
  readonly autocomplete?: string;
  readonly required?: boolean;
  readonly maxLength?: number;
  readonly inputMode?: 'numeric' | 'decimal' | 'tel';
  readonly min?: string | number;
  readonly max?: string | number;
  readonly step?: string | number;
  /** Ignored for a refused form, because its error summary has the focus. */
  readonly autofocus?: boolean;
}

/**
 * A one-line text field with its label, help and errors. A password is never written back.
 *
 * Addresses are texts with the keyboard of an address: a browser's own field refuses one that was pasted with a
 * direction mark, because of a symbol that nobody sees.
 */
export function textField(form: FormState, field: TextField): Html {
  const { type = 'text' } = field;
  const isAddress = type === 'email' || type === 'url';
  const written = type === 'password' ? '' : form.value(field.name);
  return labelled(
    form,
    field,
    field.ltr ? code : name,
    (
      described,
    ) => html`<input class="form-control${described.invalid && ' is-invalid'}" id="${fieldId(field.name)}" name="${field.name}"
      type="${isAddress ? 'text' : type}" value="${written}"
      ${isAddress && html` inputmode="${type}" autocapitalize="none" autocorrect="off" spellcheck="false"`}${field.ltr && html` dir="ltr"`}${
        field.autocomplete !== undefined && html` autocomplete="${field.autocomplete}"`
      }${field.required && html` required`}${field.maxLength !== undefined && html` maxlength="${field.maxLength}"`}${
        field.inputMode && html` inputmode="${field.inputMode}"`
      }${field.min !== undefined && html` min="${field.min}"`}${field.max !== undefined && html` max="${field.max}"`}${
        field.step !== undefined && html` step="${field.step}"`
      }${field.autofocus && !form.hasErrors && html` autofocus`}${!isKept(field.name) && html` data-unkept`}${described.attributes}>`,
  );
}

/** A time of day. A browser's own field would show it by the browser's language: with AM and PM, where pages have 24 hours. */
export function timeField(
  form: FormState,
  field: Field & { readonly required?: boolean; readonly autofocus?: boolean },
): Html {
  return textField(form, { ...field, inputMode: 'numeric', ltr: true });
}

/** Tells password managers the account of a password if the page does not ask for it: the address that signs in. */
export function hiddenUsername(email: string): Html {
  return html`<input type="text" name="username" autocomplete="username" value="${email}" hidden>`;
}

/** A password that people choose for themselves. */
export function newPasswordField(
  form: FormState,
  t: Texts,
  { label = t.signIn.newPassword, autofocus = false }: { readonly label?: string; readonly autofocus?: boolean } = {},
): Html {
  return textField(form, {
    name: 'password',
    label,
    type: 'password',
    ltr: true,
    autocomplete: 'new-password',
    required: true,
    help: t.signIn.newPasswordHelp,
    autofocus,
  });
}

/** Several lines of text. */
export function textArea(
  form: FormState,
  field: Field & {
    readonly rows?: number;
    readonly required?: boolean;
    readonly maxLength?: number;
    /** Machine-readable text, left to right in every language. */
    readonly ltr?: boolean;
  },
): Html {
  return labelled(
    form,
    field,
    name,
    (
      described,
    ) => html`<textarea class="form-control${described.invalid && ' is-invalid'}${field.ltr && ' mono'}" id="${fieldId(field.name)}" name="${field.name}"
      rows="${field.rows ?? 3}"${field.ltr && html` dir="ltr" spellcheck="false"`}${field.required && html` required`}${
        field.maxLength !== undefined && html` maxlength="${field.maxLength}"`
      }${described.attributes}>
${form.value(field.name)}</textarea>`,
  );
}

export interface Choice {
  readonly value: string;
  readonly label: Html | string;
  readonly help?: Html | string | undefined;
  /** Cannot be chosen now; its help says why. */
  readonly isOff?: boolean;
}

/** One of several choices in a drop-down list. Labels are plain texts, because an option can contain nothing else. */
export function selectField(
  form: FormState,
  field: Field & {
    readonly choices: readonly { readonly value: string; readonly label: string }[];
    readonly required?: boolean;
  },
): Html {
  return labelled(
    form,
    field,
    labelIn(field.choices),
    (described) =>
      html`<select class="form-select${described.invalid && ' is-invalid'}" id="${fieldId(field.name)}" name="${field.name}"${
        field.required && html` required`
      }${described.attributes}>${options(form, field.name, field.choices)}</select>`,
  );
}

/** The options of a select, with the chosen one marked. */
export function options(
  form: FormState,
  field: string,
  choices: readonly { readonly value: string; readonly label: string }[],
): Html {
  return html`${choices.map(({ value, label }) => html`<option value="${value}"${form.isChosen(field, value) && html` selected`}>${label}</option>`)}`;
}

/** Several choices of a list, each with one sentence. */
export function checklist(form: FormState, field: Field & { readonly choices: readonly Choice[] }): Html {
  return group(form, field, 'checkbox', 'choices');
}

/** One of a few choices, all visible. `inline` puts them on one line. */
export function radios(
  form: FormState,
  field: Field & { readonly choices: readonly Choice[]; readonly inline?: boolean },
): Html {
  return group(form, field, 'radio', field.inline ? 'presets' : 'choices');
}

/** A single checkbox. */
export function checkbox(
  form: FormState,
  field: {
    readonly name: string;
    readonly label: Html | string;
    readonly help?: Html | string;
    readonly value?: string;
    readonly required?: boolean;
  },
): Html {
  const { name, value = '1' } = field;
  const id = fieldId(name);
  const described = descriptionOf(form, { name, label: field.label, help: field.help });
  return html`<div class="field"><div class="check"><input class="form-check-input" type="checkbox" id="${id}" name="${name}" value="${value}"${
    form.isChosen(name, value) && html` checked`
  }${field.required && html` required`}${described.attributes}><label for="${id}">${field.label}</label></div>${described.below}</div>`;
}

function group(
  form: FormState,
  field: Field & { readonly choices: readonly Choice[] },
  type: 'checkbox' | 'radio',
  className: string,
): Html {
  const described = descriptionOf(form, field, labelIn(field.choices));
  const boxes = field.choices.map(({ value, label, help, isOff = false }, index) => {
    const id = index === 0 ? fieldId(field.name) : `${fieldId(field.name)}-${index}`;
    return html`<div class="check"><input class="form-check-input" type="${type}" id="${id}" name="${field.name}" value="${value}"${
      form.isChosen(field.name, value) && html` checked`
    }${isOff && html` disabled`}><label for="${id}">${label}${help !== undefined && html`<span class="help">${help}</span>`}</label></div>`;
  });
  return html`<fieldset class="field"${described.describedBy}><legend>${legendOf(field)}</legend>
    <div class="${className}">${boxes}</div>${described.below}</fieldset>`;
}

interface Description {
  readonly invalid: boolean;
  /** `aria-describedby`, starting with a blank; a group of boxes may not have `aria-invalid`. */
  readonly describedBy: Html;
  /** `aria-describedby` and `aria-invalid`, starting with a blank. */
  readonly attributes: Html;
  /** The help and the errors, placed under the field. */
  readonly below: Html;
}

/** Formats a saved value. */
type Shown = (value: string) => Html;

/** The label of a choice; the value itself if it is no longer offered. */
function labelIn(choices: readonly { readonly value: string; readonly label: Html | string }[]): Shown {
  return (value) => {
    const label = choices.find((choice) => choice.value === value)?.label ?? value;
    return typeof label === 'string' ? name(label) : label;
  };
}

function descriptionOf(form: FormState, { name: field, label, help }: Field, shown: Shown = name): Description {
  const errors = form.errorsOf(field, typeof label === 'string' ? label : null);
  const saved = form.savedIn(field);
  const [helpId, errorId, savedId] = [`${fieldId(field)}-help`, `${fieldId(field)}-error`, `${fieldId(field)}-saved`];
  const ids = [
    ...(help === undefined ? [] : [helpId]),
    ...(errors.length === 0 ? [] : [errorId]),
    ...(saved === null ? [] : [savedId]),
  ];
  const describedBy = html`${ids.length > 0 && html` aria-describedby="${ids.join(' ')}"`}`;
  return {
    invalid: errors.length > 0,
    describedBy,
    attributes: html`${describedBy}${errors.length > 0 && html` aria-invalid="true"`}`,
    below: html`${help !== undefined && html`<p class="help" id="${helpId}">${help}</p>`}${
      errors.length > 0 &&
      html`<div id="${errorId}">${errors.map((text) => html`<p class="error">${icon('alert')}<span>${text}</span></p>`)}</div>`
    }${saved !== null && html`<p class="help fg-wait" id="${savedId}">${form.savedWords(savedText(saved, shown))}</p>`}`,
  };
}

/** Several values side by side; a dash if there is none. */
function savedText(saved: readonly string[], shown: Shown): Html {
  const values = saved.filter((value) => value !== '');
  if (values.length === 0) return html`–`;
  return html`${values.map((value, index) => html`${index > 0 && ', '}${shown(value)}`)}`;
}

function labelled(form: FormState, field: Field, shown: Shown, control: (described: Description) => Html): Html {
  const described = descriptionOf(form, field, shown);
  return html`<div class="field"><label class="form-label"
    for="${fieldId(field.name)}">${legendOf(field)}</label>${control(described)}${described.below}</div>`;
}

function legendOf({ label, optional }: Field): Html {
  return html`<span>${label}</span>${optional !== undefined && html` <span class="muted fw-normal">${optional}</span>`}`;
}
