import type { Actor } from '../actor.ts';
import type { ServiceParts } from '../service-parts.ts';
import type { CompanyRow } from './company.ts';
import { readCompany } from './company-queries.ts';
import { type CompanyAdministration, createCompanyWrites } from './company-writes.ts';

/** The companies: created by the operator or the product; their own admins change their settings. */
export interface CompanyService extends CompanyAdministration {
  /** The actor's own company. */
  get(actor: Actor): Promise<CompanyRow>;
}

export function createCompanyService(parts: ServiceParts): CompanyService {
  return { get: (actor) => readCompany(parts.database.scope(actor)), ...createCompanyWrites(parts) };
}
