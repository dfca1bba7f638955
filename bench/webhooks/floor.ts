import { createHmac, randomBytes } from 'node:crypto';
import { Agent, request } from 'undici';
import { answerParent, sharedNow } from './child.ts';
import { atRate } from './pace.ts';

/*
 * The floor: undici with kept connections and the two signatures of a delivery, to the same receiver. No database, no
 * retries, no deadline, no guard.
 */

export interface FloorTarget {
  readonly port: number;
  readonly cert: string;
  readonly endpoints: number;
  readonly maxInflight: number;
}

let target: FloorTarget;
let agent: Agent;
const secret = `whsec_${randomBytes(32).toString('base64')}`;
const key = Buffer.from(secret.slice('whsec_'.length), 'base64');

async function send(number: number, endpoint: number): Promise<void> {
  const body = Buffer.from(
    JSON.stringify({
      event: 'employee.updated',
      data: {
        employee_id: number,
        name: `Worker ${number}`,
        email: `worker-${number}@bench.example`,
        status: 'active',
        department_id: null,
        branch_id: null,
      },
      sent_at: new Date().toISOString(),
    }),
  );
  const id = `msg_${number}`;
  const timestamp = Math.floor(Date.now() / 1000);
  const response = await request(`https://localhost:${target.port}/${endpoint}`, {
    method: 'POST',
    dispatcher: agent,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'User-Agent': 'floor',
      'X-Service-Signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
      'X-Service-Event': 'employee.updated',
      'X-Service-Delivery': id,
      'X-Service-Attempt': '1',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`,
    },
    body,
  });
  await response.body.dump();
}

const handlers = {
  open(given: FloorTarget): void {
    target = given;
    agent = new Agent({
      connections: given.endpoints * given.maxInflight,
      pipelining: 1,
      allowH2: false,
      connect: { ca: given.cert },
    });
  },
  /** As many as the sender may have on their way, until all have gone. */
  async sendAll(deliveries: number): Promise<void> {
    let sent = 0;
    const worker = async (endpoint: number) => {
      while (sent < deliveries) await send(++sent, endpoint);
    };
    const slots = target.endpoints * target.maxInflight;
    await Promise.all(Array.from({ length: slots }, (_, slot) => worker(slot % target.endpoints)));
  },
  /** Sends at a rate; gives the times at which each was to go out, by number. */
  async sendAt({ rate, seconds }: { readonly rate: number; readonly seconds: number }): Promise<Float64Array> {
    const begun = new Float64Array(Math.round(rate * seconds) + 1);
    await atRate(rate, seconds, async (number) => {
      begun[number] = sharedNow();
      await send(number, 0);
    });
    return begun;
  },
};

export type FloorHandlers = typeof handlers;

answerParent(handlers, () => agent.destroy());
