import type { Form } from './form.ts';

/** What the fields of a page show: the values, and what is wrong with them in the reader's language. */
export class FormState {
  readonly #values: (name: string) => readonly string[];
  /** Texts by field, in the order of the fields. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** What is wrong with the whole, such as a limit that is reached. */
  readonly problem: string | null;

  private constructor(
    values: (name: string) => readonly string[],
    errors: Readonly<Record<string, readonly string[]>>,
    problem: string | null,
  ) {
    this.#values = values;
    this.errors = errors;
    this.problem = problem;
  }

  /** A form that nobody has sent yet. */
  static of(values: Readonly<Record<string, string | readonly string[] | null | undefined>> = {}): FormState {
    const listOf = (name: string): readonly string[] => {
      const value = Object.hasOwn(values, name) ? values[name] : null;
      return value == null ? [] : typeof value === 'string' ? [value] : value;
    };
    return new FormState(listOf, {}, null);
  }

  /** A form as it was sent, with the errors by which it was refused. */
  static refused(form: Form, errors: Readonly<Record<string, readonly string[]>>, problem: string | null): FormState {
    return new FormState((name) => form.all(name), errors, problem);
  }

  get hasErrors(): boolean {
    return this.problem !== null || Object.keys(this.errors).length > 0;
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
}
