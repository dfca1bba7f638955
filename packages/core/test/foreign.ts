import { expect } from 'chai';
import { refusal } from './support.ts';

/** Every method refuses another company's id exactly as one that never was (SPEC 7). */
export async function expectNotFound(calls: Readonly<Record<string, () => Promise<unknown>>>): Promise<void> {
  for (const [name, call] of Object.entries(calls)) {
    expect(await refusal(call()), name).to.have.property('code', 'not_found');
  }
}
