import type { Actor } from '../actor.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { CompanyReads, CompanyWrites } from '../database/database.ts';
import type { Clock } from '../time/clock.ts';
import type { CompanyRow } from './company.ts';
import { readCompany } from './company-queries.ts';
import { type CompanyAdministration, createCompanyWrites } from './company-writes.ts';

/** The companies: created by the operator or the product; their own admins change their settings. */
export interface CompanyService extends CompanyAdministration {
  /** The actor's own company. */
  get(actor: Actor): Promise<CompanyRow>;
}

export function createCompanyService(parts: {
  readonly database: CompanyReads & CompanyWrites;
  readonly audit: AuditLog;
  readonly clock: Clock;
}): CompanyService {
  return { get: (actor) => readCompany(parts.database.read(actor)), ...createCompanyWrites(parts) };
}
