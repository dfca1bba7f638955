import { verifyWebhook } from '@shaon/client-sdk/webhooks';
import type { EventType } from '@shaon/core';
import { expect } from 'chai';
import type { Journey } from './journey.ts';
import type { Visitor } from './visitor.ts';

export interface RegisteredEndpoint {
  readonly id: number;
  readonly secret: string;
}

/** Fills in the form of a new endpoint, and takes the secret that the page shows this once. */
export async function registerEndpoint(
  admin: Visitor,
  { url, events }: { readonly url: string; readonly events: readonly EventType[] },
): Promise<RegisteredEndpoint> {
  await admin.open('/webhooks');
  await admin.follow('/webhooks/new');
  await admin.fill({ url });
  for (const box of await admin.page.locator('[name="events"]').all()) await box.uncheck();
  await admin.tick('events', ...events);
  await admin.press('/webhooks/new');
  const secret = await admin.textOf('#secret');
  await admin.page.locator('#stored').check();
  await admin.leaveBy(() => admin.page.locator('form:has(#stored) button').click());
  expect(await admin.page.content()).not.to.include(secret);
  return { id: admin.id, secret };
}

/** Sends what is due, and verifies the newest request that came of it as a receiver does. */
export async function received({ pages, receiver }: Journey, secret: string) {
  const before = receiver.requests.length;
  await pages.webhooks.drainOnce();
  expect(receiver.requests.length).to.equal(before + 1);
  const { body, headers } = await receiver.received(before + 1);
  return verifyWebhook(body, headers, secret, { now: () => pages.clock.now().getTime() });
}
