import { type AuditedCall, type UseOfCall, useOfCall } from './use-of-call.ts';
import { addUse } from './use-sums.ts';

/** Calls summed up by token, day and ability. */
export class UseTally {
  readonly #sums = new Map<string, UseOfCall>();

  add(call: AuditedCall): void {
    const use = useOfCall(call);
    const key = `${use.tokenId} ${use.date} ${use.ability}`;
    const sums = this.#sums.get(key);
    if (sums === undefined) this.#sums.set(key, use);
    else addUse(sums.sums, use.sums);
  }

  /** In a fixed order, so that concurrent writers of sums cannot deadlock. */
  all(): UseOfCall[] {
    return [...this.#sums.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, use]) => use);
  }
}
