import { rawSql } from '@shaon/testing';
import { expect } from 'chai';
import type { Raced } from './acts.ts';

/** What must hold of an endpoint whatever was done to it, each as a query of what breaks it. */
const BROKEN_BY: Readonly<Record<string, string>> = {
  'one current secret': `SELECT endpoint_id FROM "shaon_webhook_secret" WHERE endpoint_id = $1
    GROUP BY endpoint_id HAVING COUNT(CASE WHEN state = 'current' THEN 1 END) <> 1`,
  'at most one pending secret': `SELECT endpoint_id FROM "shaon_webhook_secret" WHERE endpoint_id = $1
    AND state = 'pending' GROUP BY endpoint_id HAVING COUNT(*) > 1`,
  'runs of an event that are counted without a gap': `SELECT event_id FROM "shaon_webhook_delivery"
    WHERE endpoint_id = $1 GROUP BY event_id HAVING MAX(run) - MIN(run) + 1 <> COUNT(*)`,
  'nothing in flight that nobody sends': `SELECT id FROM "shaon_webhook_delivery" WHERE endpoint_id = $1
    AND state = 'in_flight'`,
  'attempts that are all over': `SELECT a.id FROM "shaon_webhook_attempt" a JOIN "shaon_webhook_delivery" d
    ON d.id = a.delivery_id WHERE d.endpoint_id = $1 AND a.finished_at IS NULL`,
  'as many attempts as the delivery says': `SELECT d.id FROM "shaon_webhook_delivery" d WHERE d.endpoint_id = $1
    AND d.attempts <> (SELECT COUNT(*) FROM "shaon_webhook_attempt" a WHERE a.delivery_id = d.id)`,
  'an event for each delivery': `SELECT d.id FROM "shaon_webhook_delivery" d WHERE d.endpoint_id = $1
    AND NOT EXISTS (SELECT 1 FROM "shaon_webhook_event" ev WHERE ev.id = d.event_id)`,
  'at least one type of event': `SELECT e.id FROM "shaon_webhook_endpoint" e WHERE e.id = $1
    AND NOT EXISTS (SELECT 1 FROM "shaon_webhook_endpoint_event" s WHERE s.endpoint_id = e.id)`,
  'a reason for being off, and none for being on': `SELECT id FROM "shaon_webhook_endpoint" WHERE id = $1
    AND (CASE WHEN enabled THEN 1 ELSE 0 END) = (CASE WHEN disabled_reason IS NULL THEN 0 ELSE 1 END)`,
  'nothing waits for an endpoint that is on': `SELECT d.id FROM "shaon_webhook_delivery" d
    JOIN "shaon_webhook_endpoint" e ON e.id = d.endpoint_id
    WHERE e.id = $1 AND e.enabled AND e.deleted_at IS NULL AND d.state = 'held'`,
  'nothing is due to an endpoint that is off': `SELECT d.id FROM "shaon_webhook_delivery" d
    JOIN "shaon_webhook_endpoint" e ON e.id = d.endpoint_id
    WHERE e.id = $1 AND NOT e.enabled AND e.deleted_at IS NULL AND d.state = 'pending'`,
  'nothing is open for an endpoint that is deleted': `SELECT d.id FROM "shaon_webhook_delivery" d
    JOIN "shaon_webhook_endpoint" e ON e.id = d.endpoint_id
    WHERE e.id = $1 AND e.deleted_at IS NOT NULL AND d.state IN ('pending', 'held')`,
};

export async function assertInvariants({ core, endpointId }: Raced): Promise<void> {
  const all = core.extension.database.allCompanies();
  for (const [promise, text] of Object.entries(BROKEN_BY)) {
    expect(await all.run(rawSql(text), [endpointId]), promise).to.deep.equal([]);
  }
}
