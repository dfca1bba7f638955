import { comparable, type Form } from './form.ts';
import { OPENED_FIELD } from './form-fields.ts';
import type { Html } from './html.ts';

/** Values by field name. */
export type FormValues = Readonly<Record<string, string | readonly string[] | null | undefined>>;

/** The values that others saved while somebody filled in a form. */
export interface SavedMeanwhile {
  readonly values: FormValues;
  /** The form's own values where they are compared in another writing than they were typed. */
  readonly sent: FormValues;
  /** The words around a saved value: "Saved now: …". */
  readonly words: (value: Html) => Html;
}

export type FieldErrors = Readonly<Record<string, readonly FieldError[]>>;

/** An error of a field: a text, or a function that makes one from the field's label; null if the label is unknown. */
export type FieldError = string | ((label: string | null) => string);

interface Parts {
  readonly errors?: FieldErrors;
  readonly problem?: string | null;
  readonly saved?: SavedMeanwhile;
}

/** The content of a page's fields: the values, and their errors in the reader's language. */
export class FormState {
  readonly #values: (name: string) => readonly string[];
  /** Error texts by field, in the order of the fields. */
  readonly errors: FieldErrors;
  readonly #labels = new Map<string, string>();
  /** An error of the whole form, such as a reached limit. */
  readonly problem: string | null;
  readonly #saved: SavedMeanwhile | null;

  private constructor(values: (name: string) => readonly string[], { errors = {}, problem = null, saved }: Parts = {}) {
    this.#values = values;
    this.errors = errors;
    this.problem = problem;
    this.#saved = saved ?? null;
  }

  /** A form that has not been sent yet. */
  static of(values: FormValues = {}): FormState {
    return new FormState((name) => listOf(values, name));
  }

  /** A form that edits a record: it also says with which values it was opened. */
  static opened(values: FormValues, hidden: FormValues = {}): FormState {
    return FormState.of({ ...values, ...hidden, [OPENED_FIELD]: JSON.stringify(values) });
  }

  /** A form as it was sent, with the errors for which it was refused. */
  static refused(form: Form, errors: FieldErrors, problem: string | null): FormState {
    return new FormState((name) => form.all(name), { errors, problem });
  }

  /**
   * A form as it was sent, for a record that others changed meanwhile: the values they saved are shown beside its own,
   * and in place of those that its person left as they were.
   *
   * @param hidden values that the form takes from the present record, such as its version
   */
  static changed(form: Form, { values, sent, words }: SavedMeanwhile, hidden: FormValues, problem: string): FormState {
    const left = Object.fromEntries(Object.entries(values).filter(([name]) => !form.isChanged(name)));
    const present: FormValues = { ...left, ...hidden, [OPENED_FIELD]: JSON.stringify(values) };
    const typed = Object.fromEntries(Object.entries(sent).filter(([name]) => !Object.hasOwn(left, name)));
    const value = (name: string) => (Object.hasOwn(present, name) ? listOf(present, name) : form.all(name));
    return new FormState(value, { problem, saved: { values, sent: typed, words } });
  }

  get hasErrors(): boolean {
    return this.problem !== null || Object.keys(this.errors).length > 0;
  }

  /** Whether others saved values that differ from those in the form. */
  get differsFromSaved(): boolean {
    return Object.keys(this.#saved?.values ?? {}).some((name) => this.savedIn(name) !== null);
  }

  value(name: string): string {
    return this.#values(name).at(-1) ?? '';
  }

  isChosen(name: string, value: string): boolean {
    return this.#values(name).includes(value);
  }

  /**
   * The error texts of a field.
   *
   * @param label given where the field is rendered, before the summary above it, so that the summary uses the same
   * label
   */
  errorsOf(name: string, label = this.#labels.get(name) ?? null): readonly string[] {
    if (label !== null) this.#labels.set(name, label);
    return (this.errors[name] ?? []).map((error) => (typeof error === 'string' ? error : error(label)));
  }

  /**
   * A field's first error for the list above the form. Two fields with the same error, such as two dates of a wrong year,
   * have their labels before it, so that the list does not say one sentence twice.
   */
  listedError(name: string): string {
    const text = this.errorsOf(name)[0] ?? '';
    const label = this.#labels.get(name);
    const isShared = Object.keys(this.errors).some((other) => other !== name && this.errorsOf(other)[0] === text);
    return isShared && label !== undefined ? `${label}: ${text}` : text;
  }

  /** The saved value of a field; null if nobody else has saved, or if they saved the same value. */
  savedIn(name: string): readonly string[] | null {
    if (this.#saved === null || !Object.hasOwn(this.#saved.values, name)) return null;
    const { values, sent } = this.#saved;
    const saved = listOf(values, name);
    const own = Object.hasOwn(sent, name) ? listOf(sent, name) : this.#values(name);
    return comparable(saved) === comparable(own) ? null : saved;
  }

  /** The saved value with the words around it. */
  savedWords(value: Html): Html {
    return this.#saved?.words(value) ?? value;
  }
}

function listOf(values: FormValues, name: string): readonly string[] {
  const value = Object.hasOwn(values, name) ? values[name] : null;
  return value == null ? [] : typeof value === 'string' ? [value] : value;
}
