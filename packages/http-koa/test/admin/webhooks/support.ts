import { newEmployee } from '@shaon/testing';
import type { WebhooksOptions } from '@shaon/webhooks';
import { type PagesTest, withPages } from '../support.ts';
import { type AnsweringReceiver, startAnsweringReceiver } from './answering-receiver.ts';

/** The pages over a company whose webhooks go to a receiver on this machine. */
export interface WebhookPagesTest extends PagesTest {
  readonly receiver: AnsweringReceiver;
  /** An endpoint for every new employee. */
  register(description: string): Promise<number>;
  /** A change that makes an event, and its delivery. */
  deliver(status: number, body?: string): Promise<number>;
}

let count = 0;

/** A suite against the pages of webhooks, on each database. */
export function withWebhookPages(
  title: string,
  body: (test: WebhookPagesTest) => void,
  options: WebhooksOptions = {},
): void {
  describe(title, () => {
    const given: WebhooksOptions = { ...options };
    let receiver: AnsweringReceiver;
    before(async () => {
      receiver = await startAnsweringReceiver();
      Object.assign(given, receiver.options);
    });
    after(() => receiver?.close());
    withPages(
      title,
      (pages) => {
        const test: WebhookPagesTest = Object.create(pages, {
          receiver: { get: () => receiver },
          register: {
            value: async (description: string) => {
              const url = `${receiver.url}?key=topsecret`;
              const input = { url, events: ['employee.created'] as const, description };
              return (await pages.webhooks.endpoints.register(pages.company, input)).endpoint.id;
            },
          },
          deliver: {
            value: async (status: number, text = '') => {
              receiver.answer = { status, body: text };
              count += 1;
              const email = `hook-${count}@bakery.example`;
              await pages.core.employees.create(pages.company, newEmployee({ name: `Hook <b>${count}</b>`, email }));
              await pages.webhooks.drainOnce();
              const page = { page: 1, per_page: 1 };
              const { items } = await pages.webhooks.deliveries.list(pages.company, {}, page);
              return items[0]?.id ?? 0;
            },
          },
        });
        body(test);
      },
      { webhooks: given },
    );
  });
}
