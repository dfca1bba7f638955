/** A refusal that exists only in HTTP, such as a body that is too large or not JSON. Core does not know these. */
export class HttpRefusal extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = 'HttpRefusal';
    this.status = status;
    this.headers = headers;
  }
}
