import type { Shift } from '../shifts/shift-queries.ts';
import type { ShiftReads } from '../shifts/shift-reads.ts';
import { type ContractCase, once, type ReadsSample } from './contract-case.ts';
import { wholeListCases } from './whole-list-contract.ts';

/** What a host's own ShiftReads must do. `make` runs once, when the first case does. */
export function shiftReadsContract(
  make: () => Promise<ReadsSample<ShiftReads, Shift>> | ReadsSample<ShiftReads, Shift>,
): ContractCase[] {
  const sample = once(make);
  const fields = ['id', 'name', 'start_time', 'end_time', 'wage_percentage'];
  return wholeListCases<Shift>({ name: 'presets', ability: 'shifts:read', fields }, async () => {
    const { reads, ...given } = await sample();
    return { ...given, list: reads.list.bind(reads) };
  });
}
