import type { EntityManager } from 'typeorm';
import { systemActor } from '../actor.ts';
import { readCompany } from '../companies/company-queries.ts';
import type { CompanyWrites } from '../database/database.ts';
import type { Clock } from '../time/clock.ts';
import { localDate } from '../time/zone.ts';
import { deliveriesGivenUpNotice, type EndpointName, endpointFailingNotice } from './api-notices.ts';
import { markOnce } from './notice-mark.ts';
import { type NoticeWays, type Tell, tellsAnybody } from './tell.ts';

/** Trouble of a webhook endpoint: it keeps failing, or the tries of a delivery to it are over. */
export interface EndpointTrouble extends EndpointName {
  readonly companyId: number;
  /** Deliveries in a row that failed for good, and whether they switched it off; null for a single delivery. */
  readonly failing: { readonly streak: number; readonly isDisabled: boolean } | null;
}

/**
 * Tells a company's admins of trouble in the transaction that notes it. The caller tells once that an endpoint keeps
 * failing; deliveries are told of once a day and endpoint.
 */
export type TellAdmins = (manager: EntityManager, trouble: EndpointTrouble) => Promise<void>;

export function createTellAdmins(
  ways: NoticeWays,
  { database, clock, tell }: { database: CompanyWrites; clock: Clock; tell: Tell },
): TellAdmins {
  return async (manager, { companyId, failing, ...endpoint }) => {
    if (!tellsAnybody(ways)) return;
    const company = database.within(manager, systemActor(companyId));
    if (failing !== null) return tell(company, 'admins', endpointFailingNotice({ ...endpoint, ...failing }));
    const now = clock.now();
    const today = localDate(now, (await readCompany(company)).zone);
    if (!(await markOnce(company, `given up ${endpoint.id} ${today}`, now))) return;
    await tell(company, 'admins', deliveriesGivenUpNotice(endpoint));
  };
}
