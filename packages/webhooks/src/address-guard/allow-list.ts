import { type BlockList, isIP } from 'node:net';
import { ShaonError } from '@shaon/core';
import { literalAddress, rangeList } from './denied-ranges.ts';

/** Exceptions from the rules by the operator, for receivers inside their own network and for tests (D:V18). */
export interface AllowList {
  readonly ranges: BlockList;
  readonly names: ReadonlySet<string>;
  readonly origins: ReadonlySet<string>;
}

/**
 * Reads the operator's allow-list. Each entry is one of
 * - an address or a range in CIDR form (`10.1.0.0/16`): these addresses may be connected to;
 * - a host name (`hooks.corp.internal`): the rules about names do not apply to it, those about addresses do;
 * - an origin (`https://localhost:4443`): no rule about names, ports or addresses applies to exactly this one.
 *
 * Throws `options_invalid`, which names the invalid entry.
 */
export function parseAllowList(entries: readonly string[]): AllowList {
  const ranges: string[] = [];
  const names = new Set<string>();
  const origins = new Set<string>();
  for (const entry of entries) {
    if (typeof entry !== 'string') throw invalidEntry(entry);
    if (entry.startsWith('https://')) origins.add(originOf(entry));
    else if (isIP(entry.split('/')[0] ?? '') !== 0) ranges.push(entry);
    else if (/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(entry)) names.add(entry.toLowerCase());
    else throw invalidEntry(entry);
  }
  try {
    return { ranges: rangeList(ranges), names, origins };
  } catch {
    throw invalidEntry(ranges.join(', '));
  }
}

function originOf(entry: string): string {
  if (!URL.canParse(entry) || new URL(entry).href !== `${new URL(entry).origin}/`) throw invalidEntry(entry);
  return new URL(entry).origin;
}

function invalidEntry(entry: string): ShaonError {
  return new ShaonError('options_invalid', `Not an address, a range, a host name or an https origin: ${entry}`);
}

/** Whether the operator has listed this literal address; `::ffff:a.b.c.d` counts as a.b.c.d. False for other texts. */
export function allowsAddress(list: AllowList, text: unknown): boolean {
  const literal = literalAddress(text);
  return literal !== null && list.ranges.check(literal.address, literal.family);
}
