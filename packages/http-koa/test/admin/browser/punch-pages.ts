import type { PunchKind } from '@shaon/core';
import { expect } from 'chai';
import type { Visitor } from './visitor.ts';

/** Presses the large button, from the page on which a person is led after the sign-in. */
export async function punch(employee: Visitor, kind: PunchKind): Promise<void> {
  await employee.open('/my-day');
  await employee.press('/my-day/punch', kind);
  expect(employee.path).to.equal('/my-day');
}
