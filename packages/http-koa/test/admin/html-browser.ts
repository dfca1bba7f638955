import { type HTMLElement, parse } from 'node-html-parser';

/** A page as a browser without scripts has it. */
export interface ShownPage {
  readonly status: number;
  /** The path and query at which it ended up. */
  readonly path: string;
  readonly headers: Headers;
  readonly text: string;
  readonly document: HTMLElement;
  /** The visible text of `main`, with single blanks. */
  readonly main: string;
}

type Fields = Readonly<Record<string, string | readonly string[] | UploadFile>>;

/** A file for a form. */
export interface UploadFile {
  readonly fileName: string;
  readonly type: string;
  readonly content: string | Uint8Array<ArrayBuffer>;
}

const MOST_REDIRECTS = 5;

/** A small browser: it keeps cookies, follows redirects and fills in the forms that a page has. */
export class HtmlBrowser {
  readonly #origin: string;
  readonly #cookies = new Map<string, string>();
  readonly #headers: Readonly<Record<string, string>>;
  /** The page that was shown last. */
  page: ShownPage | null = null;

  /** @param headers sent with every request, such as the language */
  constructor(origin: string, headers: Readonly<Record<string, string>> = { 'Accept-Language': 'en' }) {
    this.#origin = origin;
    this.#headers = headers;
  }

  get cookies(): ReadonlyMap<string, string> {
    return this.#cookies;
  }

  /** The secret of the session; undefined without a sign-in. */
  get session(): string | undefined {
    return [...this.#cookies].find(([name]) => name.startsWith('shaon_session_'))?.[1];
  }

  /** Forgets the session, as one that has expired. */
  forgetSession(): void {
    for (const name of this.#cookies.keys()) if (name.startsWith('shaon_session_')) this.#cookies.delete(name);
  }

  get(path: string): Promise<ShownPage> {
    return this.request('GET', path);
  }

  /**
   * Sends a form of the page that was shown last, with its hidden fields and what is filled in already.
   *
   * @param action the end of the form's address
   * @param fields replace or add to what the form has; `[]` unticks
   */
  async submit(action: string, fields: Fields = {}): Promise<ShownPage> {
    const form = this.formOf(action);
    const values = new Map(Object.entries({ ...filledIn(form), ...fields }));
    const target = form.getAttribute('action') ?? '';
    if (form.getAttribute('enctype') !== 'multipart/form-data') {
      const body = new URLSearchParams();
      for (const [name, value] of values) for (const text of textsOf(value)) body.append(name, text);
      return this.request('POST', target, body);
    }
    const body = new FormData();
    for (const [name, value] of values) {
      if (isFile(value)) body.append(name, new File([value.content], value.fileName, { type: value.type }));
      else for (const text of textsOf(value)) body.append(name, text);
    }
    return this.request('POST', target, body);
  }

  /** The form of the page whose address ends in `action`. */
  formOf(action: string): HTMLElement {
    const forms = this.page?.document.querySelectorAll('form[method=post]') ?? [];
    const found = forms.find((form) => (form.getAttribute('action') ?? '').split('?', 1)[0]?.endsWith(action));
    if (found === undefined) {
      const there = forms.map((form) => form.getAttribute('action')).join(', ');
      throw new Error(`The page ${this.page?.path} has no form ${action}; it has: ${there}\n${this.page?.main}`);
    }
    return found;
  }

  /** @param body a form's; absent for a GET */
  async request(
    method: string,
    path: string,
    body?: URLSearchParams | FormData | string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<ShownPage> {
    let response = await this.#send(method, path, body, headers);
    let at = path;
    for (let count = 0; response.status >= 300 && response.status < 400; count++) {
      if (count === MOST_REDIRECTS) throw new Error(`Too many redirects from ${path}.`);
      at = response.headers.get('location') ?? '';
      if (!at.startsWith('/')) break;
      await response.text();
      response = await this.#send('GET', at);
    }
    this.page = await shown(response, at);
    return this.page;
  }

  async #send(
    method: string,
    path: string,
    body?: URLSearchParams | FormData | string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(this.#origin + path, {
      method,
      redirect: 'manual',
      headers: { ...this.#headers, ...headers, ...(cookie !== '' && { Cookie: cookie }) },
      ...(body !== undefined && { body }),
    });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    return response;
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ');
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    if (attributes.includes('Max-Age=0')) this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }
}

async function shown(response: Response, path: string): Promise<ShownPage> {
  const text = await response.text();
  const document = parse(text);
  const main = (document.querySelector('main')?.structuredText ?? '')
    // The marks around names are not seen.
    .replaceAll(/[\u2068\u2069]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return { status: response.status, path, headers: response.headers, text, document, main };
}

/** What a form would send if nobody changed it. */
function filledIn(form: HTMLElement): Record<string, string | string[]> {
  const values: Record<string, string | string[]> = {};
  for (const input of form.querySelectorAll('input')) {
    const [name, type] = [input.getAttribute('name'), input.getAttribute('type')];
    if (name === undefined || type === 'file' || type === 'submit') continue;
    if ((type === 'checkbox' || type === 'radio') && !input.hasAttribute('checked')) continue;
    const value = decoded(input.getAttribute('value') ?? '');
    if (type === 'checkbox' || (type === 'hidden' && name in values))
      values[name] = [...textsOf(values[name] ?? []), value];
    else values[name] = value;
  }
  for (const area of form.querySelectorAll('textarea')) {
    const name = area.getAttribute('name');
    if (name !== undefined) values[name] = area.textContent.replace(/^\n/, '');
  }
  for (const select of form.querySelectorAll('select')) {
    const name = select.getAttribute('name');
    const chosen = select.querySelector('option[selected]') ?? select.querySelector('option');
    if (name !== undefined && chosen !== null) values[name] = decoded(chosen.getAttribute('value') ?? '');
  }
  return values;
}

/** The parser decodes attributes; nothing is left to do, and a test would show it if there were. */
const decoded = (text: string): string => text;

function textsOf(value: string | readonly string[] | UploadFile): readonly string[] {
  if (typeof value === 'string') return [value];
  return isFile(value) ? [] : value;
}

function isFile(value: string | readonly string[] | UploadFile): value is UploadFile {
  return typeof value === 'object' && 'fileName' in value;
}
