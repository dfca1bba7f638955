import type { AnyTable } from '../table.ts';
import type { KeyTable } from './key-table.ts';
import { type KeyTableWrite, readKeyTableWrite } from './key-table-write.ts';

/** The separate tables in which a database keeps keys that are unique across companies. */
export class KeyTables {
  readonly tables: readonly KeyTable[];
  /** Keyed by their text, so that each statement is analysed once. */
  readonly #writes = new Map<string, KeyTableWrite | null>();

  constructor(tables: readonly KeyTable[]) {
    this.tables = tables;
  }

  /** The table of a key; null where the key is a unique index of the row's own table. */
  tableOf(of: AnyTable, property: string): KeyTable | null {
    return this.tables.find((table) => table.of.name === of.name && table.property === property) ?? null;
  }

  /** How a statement changes such keys, or null. Throws for a form of change that is not supported. */
  writeOf(text: string): KeyTableWrite | null {
    let write = this.#writes.get(text);
    if (write === undefined) {
      write = readKeyTableWrite(text, this.tables);
      if (this.#writes.size >= MAX_TEXTS) this.#writes.clear();
      this.#writes.set(text, write);
    }
    return write;
  }
}

/** Core has some hundreds of statements. */
const MAX_TEXTS = 2_000;
