import type { Readable } from 'node:stream';
import type { Actor } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { CompanyTransaction } from '../database/company-scope.ts';
import type { Database, WriteOptions } from '../database/database.ts';
import { notFound, ShaonError } from '../errors.ts';
import { InvalidInputError } from '../input/invalid-input-error.ts';
import { validate } from '../input/validate.ts';
import type { CoreLog } from '../log.ts';
import { authorize } from '../permissions.ts';
import type { Clock } from '../time/clock.ts';
import type { DocumentStore } from './document-store.ts';
import { documentInput } from './leave-input.ts';
import {
  findLeaveRequest,
  isDocumentUsed,
  type LeaveRequest,
  listDocumentKeys,
  lockLeaveGroup,
  toLeaveRequest,
} from './leave-queries.ts';
import { type LeaveRequestRow, leaveRequestTable } from './leave-request.ts';
import { assertMayReplaceDocument, assertMayTouch } from './leave-rules.ts';

/** A supporting document as it was given: neither name nor type was checked against the content. */
export interface LeaveDocument {
  readonly name: string;
  /** A media type such as `application/pdf`. */
  readonly type: string;
  readonly content: Readable;
}

/**
 * The supporting documents: for managers, the product and the person himself, never for a token (SPEC 1). One document
 * proves a whole leave, so it belongs to all requests that were submitted together.
 */
export interface LeaveDocuments {
  /**
   * Stores a document, in place of one that was there, on all requests of the leave; gives the named one. Throws
   * `invalid_input`, `not_found`, `state_conflict` when a person would replace what was decided upon, what the
   * store throws, and `options_invalid` when core has no store.
   */
  attachDocument(actor: Actor, id: number, document: LeaveDocument, options?: WriteOptions): Promise<LeaveRequest>;
  /** Opens the document for reading; the opening is audited. Throws `not_found`, `ciphertext_corrupt`. */
  openDocument(actor: Actor, id: number): Promise<LeaveDocument>;
  /** Takes the document off all requests of the leave; none is no error. Throws as `attachDocument`. */
  removeDocument(actor: Actor, id: number, options?: WriteOptions): Promise<LeaveRequest>;
  /**
   * Removes documents of all companies that belong to no request: the operator's act. `minAgeMs` (default an hour)
   * spares what is being attached now. Gives their number.
   */
  pruneDocuments(options?: { readonly minAgeMs?: number | undefined }): Promise<number>;
}

const AN_HOUR = 60 * 60 * 1000;

interface DocumentColumns {
  readonly documentKey: string | null;
  readonly documentName: string | null;
  readonly documentType: string | null;
}

/** What keeping documents takes; without a store there are none. */
export interface LeaveDocumentParts {
  readonly database: Database;
  readonly audit: AuditLog;
  readonly clock: Clock;
  readonly log: CoreLog;
  readonly documents: DocumentStore | null;
}

/** A text or a Buffer is the commonest mistake: `Readable.from([buffer])` makes a stream of it. */
function assertReadable(content: Readable): void {
  if (typeof content?.on === 'function' && typeof content[Symbol.asyncIterator] === 'function') return;
  throw new InvalidInputError({ content: [{ rule: 'required' }] });
}

/** `discardUnused` removes a document that no request refers to any more. */
export function createLeaveDocuments(parts: LeaveDocumentParts): {
  readonly documents: LeaveDocuments;
  discardUnused(actor: Actor, employeeId: number, key: string, options: WriteOptions): Promise<void>;
} {
  const { database, audit, clock, log } = parts;

  function requireStore(): DocumentStore {
    if (parts.documents !== null) return parts.documents;
    throw new ShaonError('options_invalid', 'Documents need createCore({ documents }), such as fileDocumentStore.');
  }

  async function find(actor: Actor, id: number, options: WriteOptions): Promise<LeaveRequestRow> {
    authorize(actor, 'leave.own');
    const request = await findLeaveRequest(database.read(actor, options.manager), id);
    assertMayTouch(actor, request);
    return request;
  }

  /** Sets the columns on the whole leave; gives the named request and the keys that were there before. */
  async function setDocument(
    company: CompanyTransaction,
    actor: Actor,
    request: LeaveRequestRow,
    columns: DocumentColumns,
  ) {
    const group = await lockLeaveGroup(company, request);
    const named = group.find((member) => member.id === request.id);
    if (named === undefined) throw notFound('leave request');
    assertMayReplaceDocument(actor, group);
    const replaced = new Set(group.flatMap((member) => member.documentKey ?? []));
    const isChanged = columns.documentKey !== null || replaced.size > 0;
    const change = { ...columns, updatedAt: isChanged ? clock.now() : named.updatedAt };
    if (isChanged) {
      for (const member of group) await company.update(leaveRequestTable, member.id, change);
      const action = columns.documentKey === null ? 'leave.document_remove' : 'leave.document_attach';
      await auditAct(audit, company, actor, action, { leave_request_id: request.id });
    }
    return { request: toLeaveRequest({ ...named, ...change }), replaced };
  }

  /**
   * Not inside a caller's transaction, which may yet roll back: prune finds what is left there. A file that cannot be
   * removed is left to prune too, for the request is right already.
   */
  async function discardUnused(actor: Actor, employeeId: number, key: string, options: WriteOptions): Promise<void> {
    if (options.manager !== undefined || parts.documents === null) return;
    try {
      if (await isDocumentUsed(database.read(actor), employeeId, key)) return;
      await parts.documents.remove(actor.companyId, key);
    } catch (error) {
      log.warn({ err: error }, 'A document that is no longer used could not be removed; prune will.');
    }
  }

  const documents: LeaveDocuments = {
    async attachDocument(actor, id, document, options = {}) {
      assertReadable(document.content);
      // An upload that breaks before it is read must not end the process; reading it throws the error.
      document.content.on('error', () => undefined);
      const request = await find(actor, id, options);
      const store = requireStore();
      assertMayReplaceDocument(actor, [request]);
      const { name, type } = validate(documentInput, document);
      // Before the transaction: nothing slow happens inside, and the row refers only to what is on disk.
      const key = await store.put(actor.companyId, document.content);
      try {
        const columns = { documentKey: key, documentName: name, documentType: type };
        const { request: after, replaced } = await database.write(actor, 'leave.attachDocument', options, (company) =>
          setDocument(company, actor, request, columns),
        );
        for (const old of replaced) await discardUnused(actor, request.employeeId, old, options);
        return after;
      } catch (error) {
        await discardUnused(actor, request.employeeId, key, {});
        throw error;
      }
    },

    async openDocument(actor, id) {
      const { documentKey, documentName, documentType } = await find(actor, id, {});
      const store = requireStore();
      if (documentKey === null) throw notFound('document');
      const content = await store.open(actor.companyId, documentKey);
      try {
        await database.write(actor, 'leave.openDocument', {}, (company) =>
          auditAct(audit, company, actor, 'leave.document_open', { leave_request_id: id }),
        );
      } catch (error) {
        content.destroy();
        throw error;
      }
      return { name: documentName ?? 'document', type: documentType ?? 'application/octet-stream', content };
    },

    async removeDocument(actor, id, options = {}) {
      const request = await find(actor, id, options);
      const none = { documentKey: null, documentName: null, documentType: null };
      const { request: after, replaced } = await database.write(actor, 'leave.removeDocument', options, (company) =>
        setDocument(company, actor, request, none),
      );
      for (const old of replaced) await discardUnused(actor, request.employeeId, old, options);
      return after;
    },

    async pruneDocuments({ minAgeMs = AN_HOUR } = {}) {
      const store = requireStore();
      if (store.orphans === undefined) return 0;
      const known = await listDocumentKeys(database.readAllCompanies());
      let removed = 0;
      for await (const { companyId, key } of store.orphans(known, minAgeMs)) {
        await store.remove(companyId, key);
        removed += 1;
      }
      return removed;
    },
  };
  return { documents, discardUnused };
}
