import { setImmediate } from 'node:timers/promises';

/** The number of rows that takes a millisecond or two. */
const BATCH = 5;

/** Makes a large table's rows a few at a time, so that other requests are answered in between. */
export async function mapYielding<Item, Made>(items: readonly Item[], make: (item: Item) => Made): Promise<Made[]> {
  const made: Made[] = [];
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % BATCH === 0) await setImmediate();
    made.push(make(item));
  }
  return made;
}
