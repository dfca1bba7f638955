/** A refusal that exists only in HTTP: a body too large, a type that is not JSON. Core knows none of them. */
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
