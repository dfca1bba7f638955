/** A file as the browser sent it. */
export interface UploadedFile {
  /** As the browser named it, without a path. */
  readonly name: string;
  /** What the browser took it for; the content decides. */
  readonly type: string;
  readonly content: Buffer;
  /** It was longer than may be kept; `content` then holds its beginning. */
  readonly isTooLarge: boolean;
}

/** What a form sent: texts by name, in the order of the page, and files. */
export class Form {
  static readonly EMPTY = new Form(new Map(), new Map());

  readonly #texts: ReadonlyMap<string, readonly string[]>;
  readonly #files: ReadonlyMap<string, UploadedFile>;

  constructor(texts: ReadonlyMap<string, readonly string[]>, files: ReadonlyMap<string, UploadedFile>) {
    this.#texts = texts;
    this.#files = files;
  }

  /** The text of a field; empty when it was not sent. Of several of one name, the last one. */
  text(name: string): string {
    return this.#texts.get(name)?.at(-1) ?? '';
  }

  /** The text without blanks around it; null when nothing is left. */
  optional(name: string): string | null {
    const text = this.text(name).trim();
    return text === '' ? null : text;
  }

  /** All values of a name, as checkboxes send them. */
  all(name: string): readonly string[] {
    return this.#texts.get(name) ?? [];
  }

  /** Of the fields that were sent, in their order. */
  get names(): readonly string[] {
    return [...this.#texts.keys()];
  }

  has(name: string): boolean {
    return this.#texts.has(name);
  }

  /** Null when no file was chosen. */
  file(name: string): UploadedFile | null {
    return this.#files.get(name) ?? null;
  }
}
