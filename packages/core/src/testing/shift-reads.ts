import type { Shift } from '../shifts/shift-queries.ts';
import type { ShiftReads } from '../shifts/shift-service.ts';
import { type ContractCase, once, type ReadsSample } from './contract-case.ts';
import { orNull, percent, smallId, text, timeOfDay } from './shape.ts';
import { wholeListCases } from './whole-list-contract.ts';

/** The contract of a host's own ShiftReads. `make` runs once, with the first case. */
export function shiftReadsContract(
  make: () => Promise<ReadsSample<ShiftReads, Shift>> | ReadsSample<ShiftReads, Shift>,
): ContractCase[] {
  const sample = once(make);
  const shape = {
    id: smallId,
    name: text,
    start_time: orNull(timeOfDay),
    end_time: orNull(timeOfDay),
    wage_percentage: percent,
  };
  return wholeListCases<Shift>({ name: 'presets', ability: 'shifts:read', shape }, async () => {
    const { reads, ...given } = await sample();
    return { ...given, list: reads.list.bind(reads) };
  });
}
