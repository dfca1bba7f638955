import { withoutDirectionMarks } from '@shaon/core';
import { OPENED_FIELD } from './form-fields.ts';

/** A file as the browser sent it. */
export interface UploadedFile {
  /** The browser's name for the file, without a path. */
  readonly name: string;
  /** The browser's guess of the media type; the content decides. */
  readonly type: string;
  readonly content: Buffer;
  /** True if the file exceeds the limit; `content` then holds its beginning. */
  readonly isTooLarge: boolean;
}

/** The content of a sent form: texts by name, in the order of the page, and files. */
export class Form {
  static readonly EMPTY = new Form(new Map(), new Map());

  readonly #texts: ReadonlyMap<string, readonly string[]>;
  readonly #files: ReadonlyMap<string, UploadedFile>;

  constructor(texts: ReadonlyMap<string, readonly string[]>, files: ReadonlyMap<string, UploadedFile>) {
    this.#texts = texts;
    this.#files = files;
  }

  /** The text of a field; empty if it was not sent. If several have the name, the last one. */
  text(name: string): string {
    return this.#texts.get(name)?.at(-1) ?? '';
  }

  /** The trimmed text; null if it is empty. */
  optional(name: string): string | null {
    const text = this.text(name).trim();
    return text === '' ? null : text;
  }

  /** The same for a number, {@link withoutMarks}. */
  optionalNumber(name: string): string | null {
    return this.withoutMarks(name) || null;
  }

  /** The trimmed text of a number, an e-mail address or a URL, without the direction marks that may be pasted with it. */
  withoutMarks(name: string): string {
    return withoutDirectionMarks(this.text(name)).trim();
  }

  /** When the form's record was shown, by the hidden field `seen`; at the epoch if it did not exist then. */
  get seenAt(): Date {
    return new Date(Number(this.text('seen')) || 0);
  }

  /** Whether a field differs from what its page showed when it was opened. A form that does not say counts as changed. */
  isChanged(name: string): boolean {
    const opened = this.#opened();
    return !Object.hasOwn(opened, name) || comparable(listOf(opened[name])) !== comparable(this.all(name));
  }

  /**
   * The values of fields, by their names, that were changed since the page was opened. The others are not sent on:
   * somebody else may have changed them meanwhile (D:A48).
   */
  onlyChanged<Values extends object>(values: Values): Partial<Values> {
    const changed = Object.entries(values).filter(([name]) => this.isChanged(name));
    return Object.fromEntries(changed) as Partial<Values>;
  }

  #opened(): Readonly<Record<string, unknown>> {
    try {
      const opened: unknown = JSON.parse(this.text(OPENED_FIELD));
      return typeof opened === 'object' && opened !== null ? { ...opened } : {};
    } catch {
      return {};
    }
  }

  /** All values of a name, as checkboxes send them. */
  all(name: string): readonly string[] {
    return this.#texts.get(name) ?? [];
  }

  /** The names of the sent fields, in their order. */
  get names(): readonly string[] {
    return [...this.#texts.keys()];
  }

  has(name: string): boolean {
    return this.#texts.has(name);
  }

  /** Null if no file was chosen. */
  file(name: string): UploadedFile | null {
    return this.#files.get(name) ?? null;
  }
}

const listOf = (value: unknown): readonly string[] =>
  typeof value === 'string' ? [value] : Array.isArray(value) ? value.map(String) : [];

/** Browsers change line ends, and send an empty field as an empty text. Direction marks are not saved with numbers. */
export function comparable(values: readonly string[]): string {
  const texts = values
    .map((text) => withoutDirectionMarks(text).replaceAll('\r\n', '\n').trim())
    .filter((text) => text !== '');
  return JSON.stringify(texts.sort());
}
