import { setImmediate } from 'node:timers/promises';

/** As many rows as take a millisecond or two. */
const AT_ONCE = 5;

/** Makes the rows of a large table a few at a time: others are answered between, and nobody waits for the whole page. */
export async function inTurns<Item, Made>(items: readonly Item[], make: (item: Item) => Made): Promise<Made[]> {
  const made: Made[] = [];
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % AT_ONCE === 0) await setImmediate();
    made.push(make(item));
  }
  return made;
}
