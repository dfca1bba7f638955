import type { CompanyReads } from '../database/database.ts';
import { createExternalIdReads, type ExternalIdReads } from './external-id-reads.ts';
import { createExternalIdWrites, type ExternalIdWriteParts, type ExternalIdWrites } from './external-id-writes.ts';

/**
 * The embedding product's own keys for a company's records, for example which employee is which of its people. A key is
 * a text of at most 255 characters, unique per company and kind; a record has at most one. The import (docs/import.md)
 * finds records by the same keys. For the product and admins, never for a token or the API. Throws `invalid_input` for
 * an invalid kind or key.
 */
export interface ExternalIdService extends ExternalIdReads, ExternalIdWrites {}

interface ExternalIdParts extends ExternalIdWriteParts {
  readonly database: CompanyReads & ExternalIdWriteParts['database'];
}

export function createExternalIdService(parts: ExternalIdParts): ExternalIdService {
  return { ...createExternalIdReads(parts), ...createExternalIdWrites(parts) };
}
