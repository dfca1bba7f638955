import { type InputErrors, ShaonError } from '@shaon/core';
import { type Input, safeValidate, valueOrThrow } from '@shaon/core/input';
import {
  type CompanyScope,
  type CompanyTransaction,
  companySql,
  type Locked,
  lockCompany,
  notFound,
  orNotFound,
} from '@shaon/core/storage';
import type { AddressGuard } from '../address-guard/address-guard.ts';
import { UrlRefusedError } from '../errors.ts';
import { type EndpointRow, endpointTable } from './endpoint.ts';

const COUNT_KEPT = companySql`SELECT COUNT(*) AS kept FROM ${endpointTable} e WHERE e.deleted_at IS NULL`;

/** D:K15: a limit far above honest use. The company is locked, so that concurrent registrations count each other. */
export async function assertEndpointCap(company: CompanyTransaction, maxEndpoints: number): Promise<void> {
  await lockCompany(company);
  const [row] = await company.rows(COUNT_KEPT);
  if (Number(row?.kept) < maxEndpoints) return;
  throw new ShaonError('limit_reached', `A company may have ${maxEndpoints} webhook endpoints: delete one first.`, {
    maxEndpoints,
  });
}

/** Validates an endpoint's fields and its URL together, so that the caller gets all errors (D:K6). */
export async function validateEndpoint<T extends { readonly url?: string | undefined }>(
  guard: AddressGuard,
  input: Input<T>,
  given: unknown,
): Promise<T> {
  const result = safeValidate(input, given);
  const { url } = result.value;
  const permitted = url === undefined ? undefined : await permittedUrl(guard, url, result.errors);
  return { ...valueOrThrow(result), ...(permitted !== undefined && { url: permitted }) };
}

/** D:V18: checks the URL's text and every address of its host; returns the form to store. Queries the name servers. */
async function permittedUrl(guard: AddressGuard, text: string, others: InputErrors): Promise<string> {
  let verdict: Awaited<ReturnType<AddressGuard['checkTarget']>>;
  try {
    verdict = await guard.checkTarget(text);
  } catch {
    const message = 'The host name of the URL could not be resolved.';
    throw new UrlRefusedError({ rule: 'unresolvable', message }, others);
  }
  if (verdict.url === null) throw new UrlRefusedError(verdict.refused, others);
  return verdict.url.href;
}

/** The company's endpoint, if not deleted. Throws `not_found`, also for another company's endpoint (SPEC 7). */
export async function endpointOf(company: CompanyScope, id: number): Promise<EndpointRow> {
  return orNotFound(await company.findOne(endpointTable, { id, deletedAt: null }), 'webhook endpoint');
}

/** The same, locked: the first lock of every write to an endpoint and its rows. */
export async function lockEndpoint(company: CompanyTransaction, id: number): Promise<Locked<EndpointRow>> {
  const row = await company.lockOne(endpointTable, id);
  if (row === null || row.deletedAt !== null) throw notFound('webhook endpoint');
  return row;
}

/** D:V16: nothing is sent to an endpoint that is switched off, so nothing may be queued by hand either. */
export function assertEnabled(endpoint: EndpointRow): void {
  if (!endpoint.enabled) throw new ShaonError('state_conflict', 'The endpoint is switched off: enable it first.');
}
