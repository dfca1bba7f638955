/** Contenders with their numbers, in every second turn from the last to the first: the first was measured 1 % dearer. */
export function orderOfTurn<Contender>(contenders: readonly Contender[], turn: number): [number, Contender][] {
  const numbered = [...contenders.entries()];
  return turn % 2 === 0 ? numbered : numbered.reverse();
}
