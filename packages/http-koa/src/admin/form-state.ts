import type { Form } from './form.ts';
import type { Html } from './html.ts';

/** Values by the name of their field. */
export type FormValues = Readonly<Record<string, string | readonly string[] | null | undefined>>;

/** What others have saved while a form was being filled in. */
export interface SavedMeanwhile {
  readonly values: FormValues;
  /** The words around a saved value: "Saved now: …". */
  readonly words: (value: Html) => Html;
}

interface Parts {
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly problem?: string | null;
  readonly saved?: SavedMeanwhile;
  readonly returned?: FormState['returned'];
}

/** What the fields of a page show: the values, and what is wrong with them in the reader's language. */
export class FormState {
  readonly #values: (name: string) => readonly string[];
  /** Texts by field, in the order of the fields. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** What is wrong with the whole, such as a limit that is reached. */
  readonly problem: string | null;
  readonly #saved: SavedMeanwhile | null;
  /** Set on a form that came after its session had ended: it is shown again, and nothing of it is saved. */
  readonly returned: { readonly lacksFile: boolean } | null;

  private constructor(
    values: (name: string) => readonly string[],
    { errors = {}, problem = null, saved, returned }: Parts = {},
  ) {
    this.#values = values;
    this.errors = errors;
    this.problem = problem;
    this.#saved = saved ?? null;
    this.returned = returned ?? null;
  }

  /** A form that nobody has sent yet. */
  static of(values: FormValues = {}): FormState {
    return new FormState((name) => listOf(values, name));
  }

  /** A form as it was sent, with the errors by which it was refused. */
  static refused(form: Form, errors: Readonly<Record<string, readonly string[]>>, problem: string | null): FormState {
    return new FormState((name) => form.all(name), { errors, problem });
  }

  /**
   * A form that came after its session had ended, as it was left.
   *
   * @param lacksFile a file that it may have had has to be chosen again
   */
  static returned(form: Form, lacksFile: boolean): FormState {
    return new FormState((name) => form.all(name), { returned: { lacksFile } });
  }

  /**
   * A form as it was sent, of a record that others have changed since it was opened: what they saved stands beside it.
   *
   * @param hidden values that the form takes over from the record of now, such as its version
   */
  static changed(form: Form, saved: SavedMeanwhile, hidden: FormValues, problem: string): FormState {
    const value = (name: string) => (Object.hasOwn(hidden, name) ? listOf(hidden, name) : form.all(name));
    return new FormState(value, { problem, saved });
  }

  get hasErrors(): boolean {
    return this.problem !== null || Object.keys(this.errors).length > 0;
  }

  /** Whether others saved something else than what stands in the form. */
  get differsFromSaved(): boolean {
    return Object.keys(this.#saved?.values ?? {}).some((name) => this.savedIn(name) !== null);
  }

  value(name: string): string {
    return this.#values(name).at(-1) ?? '';
  }

  isChosen(name: string, value: string): boolean {
    return this.#values(name).includes(value);
  }

  errorsOf(name: string): readonly string[] {
    return this.errors[name] ?? [];
  }

  /** What is saved in a field now; null where nobody else has saved, or the same. */
  savedIn(name: string): readonly string[] | null {
    if (this.#saved === null || !Object.hasOwn(this.#saved.values, name)) return null;
    const saved = listOf(this.#saved.values, name);
    return comparable(saved) === comparable(this.#values(name)) ? null : saved;
  }

  /** The words about it. */
  savedWords(value: Html): Html {
    return this.#saved?.words(value) ?? value;
  }
}

function listOf(values: FormValues, name: string): readonly string[] {
  const value = Object.hasOwn(values, name) ? values[name] : null;
  return value == null ? [] : typeof value === 'string' ? [value] : value;
}

/** Browsers send line ends their own way, and an empty field as an empty text. */
function comparable(values: readonly string[]): string {
  const texts = values.map((text) => text.replaceAll('\r\n', '\n').trim()).filter((text) => text !== '');
  return JSON.stringify(texts.sort());
}
