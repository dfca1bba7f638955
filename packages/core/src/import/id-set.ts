const IDS_OF_PAGE = 32_768;

/** A set of ids that counts each once; millions of ids take a bit each. */
export class IdSet {
  readonly #pages = new Map<number, Uint8Array>();
  #count = 0;

  add(id: number): void {
    const pageNumber = Math.floor(id / IDS_OF_PAGE);
    const page = this.#pages.get(pageNumber) ?? new Uint8Array(IDS_OF_PAGE / 8);
    this.#pages.set(pageNumber, page);
    const offset = id % IDS_OF_PAGE;
    const byte = page[offset >> 3] as number;
    const bit = 1 << (offset & 7);
    if ((byte & bit) !== 0) return;
    page[offset >> 3] = byte | bit;
    this.#count += 1;
  }

  get count(): number {
    return this.#count;
  }
}
