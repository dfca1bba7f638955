import type { Readable } from 'node:stream';
import { authorize } from '../abilities-and-roles.ts';
import { assertMayDecide } from '../accounts/own-records.ts';
import type { Actor } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import { daysOf } from '../audit/audit-facts.ts';
import type { WriteOptions } from '../database/database.ts';
import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import { notFound } from '../errors.ts';
import { guardedHandler } from '../guarded-handler.ts';
import { InvalidInputError } from '../input/invalid-input-error.ts';
import { validate } from '../input/validate.ts';
import type { CoreLog } from '../log.ts';
import { callPort } from '../port-fault.ts';
import type { WriteParts } from '../service-parts.ts';
import { type DocumentCleanup, requireStore } from './document-cleanup.ts';
import { type DocumentStore, putDocument } from './document-store.ts';
import { documentInput } from './leave-input.ts';
import { findLeaveRequest, type LeaveRequest, lockLeaveGroup, toLeaveRequest } from './leave-queries.ts';
import { type DocumentColumns, type LeaveRequestRow, NO_DOCUMENT } from './leave-request.ts';
import { assertMayAccess, assertMayReplaceDocument, isEvidence } from './leave-rules.ts';
import { changeRequest } from './leave-store.ts';

/** A supporting document as it was received; its name and type are not checked against the content. */
export interface LeaveDocument {
  readonly name: string;
  /** A media type such as `application/pdf`. */
  readonly type: string;
  readonly content: Readable;
}

/**
 * Supporting documents: for managers, the product and the request's employee, never for a token (SPEC 1). A document
 * supports a whole leave, so it belongs to all requests that were submitted together.
 */
export interface LeaveDocuments {
  /**
   * Stores a document on all requests of the leave, replacing an earlier one; returns the request `id`. Throws
   * `invalid_input`, `not_found`, `state_conflict` when an employee would replace the document of a decided request,
   * `not_permitted` when a manager or admin would do so on their own request (like `approve`), the store's errors, and
   * `options_invalid` without a store or if the store returns no key.
   */
  attachDocument(actor: Actor, id: number, document: LeaveDocument, options?: WriteOptions): Promise<LeaveRequest>;
  /** Opens the document for reading and audits that. Throws `not_found`, `ciphertext_corrupt`. */
  openDocument(actor: Actor, id: number): Promise<LeaveDocument>;
  /** Removes the document from all requests of the leave; having none is no error. Throws like `attachDocument`. */
  removeDocument(actor: Actor, id: number, options?: WriteOptions): Promise<LeaveRequest>;
}

/** The dependencies of this service; with `documents` null no document can be kept. */
export interface LeaveDocumentParts extends WriteParts {
  readonly log: CoreLog;
  readonly documents: DocumentStore | null;
  readonly cleanup: DocumentCleanup;
}

/** Callers often pass a text or a Buffer by mistake; `Readable.from([buffer])` makes a stream of it. */
function assertReadable(content: Readable): void {
  if (typeof content?.on === 'function' && typeof content[Symbol.asyncIterator] === 'function') return;
  throw new InvalidInputError({ content: [{ rule: 'required' }] });
}

export function createLeaveDocuments(parts: LeaveDocumentParts): LeaveDocuments {
  const { database, audit, clock, log, cleanup } = parts;

  const reportBrokenDocument = guardedHandler(log, 'leave document', (error: Error) => {
    log.warn({ err: error }, 'A leave document could not be read to its end.');
  });

  async function find(actor: Actor, id: number, options: WriteOptions): Promise<LeaveRequestRow> {
    authorize(actor, 'leave.own');
    const request = await findLeaveRequest(database.scopeBeforeWrite(actor, options), id);
    assertMayAccess(actor, request);
    return request;
  }

  /** Sets the columns on the whole leave; returns the request that was named and the keys that were replaced. */
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
    if (isEvidence(group)) await assertMayDecide(company, actor, named.employeeId, 'leave.decide');
    const replaced = new Set(group.flatMap((member) => member.documentKey ?? []));
    if (columns.documentKey === null && replaced.size === 0) return { request: toLeaveRequest(named), replaced };
    const change = { ...columns, updatedAt: clock.now() };
    const changed: LeaveRequestRow[] = [];
    for (const member of group) changed.push(await changeRequest(company, member, change));
    const action = columns.documentKey === null ? 'leave.document_remove' : 'leave.document_attach';
    await auditAct(audit, company, actor, action, { leave_request_id: request.id, ...daysOf(group) });
    return { request: toLeaveRequest(changed[group.indexOf(named)] as LeaveRequestRow), replaced };
  }

  return {
    async attachDocument(actor, id, document, options = {}) {
      assertReadable(document.content);
      // Without a listener, an upload that fails before it is read would end the process. Reading it throws the error.
      document.content.on('error', () => undefined);
      const request = await find(actor, id, options);
      const store = requireStore(parts.documents);
      assertMayReplaceDocument(actor, [request]);
      const { name, type } = validate(documentInput, document);
      // Stored before the transaction, to keep that short, and so that no row refers to a file that is not on disk.
      const key = await putDocument(store, actor.companyId, document.content);
      try {
        const columns = { documentKey: key, documentName: name, documentType: type };
        const { request: after, replaced } = await database.write(actor, 'leave.attachDocument', options, (company) =>
          setDocument(company, actor, request, columns),
        );
        for (const old of replaced) await cleanup.discardUnused(actor, request.employeeId, old, options);
        return after;
      } catch (error) {
        await cleanup.discardUnused(actor, request.employeeId, key, {});
        throw error;
      }
    },

    async openDocument(actor, id) {
      const request = await find(actor, id, {});
      const { documentKey, documentName, documentType } = request;
      const store = requireStore(parts.documents);
      if (documentKey === null) throw notFound('document');
      const content = await callPort('documents', () => store.open(actor.companyId, documentKey));
      // Without a listener, a document that fails while it is read would end the process.
      content.on('error', reportBrokenDocument);
      try {
        await database.write(actor, 'leave.openDocument', {}, (company) =>
          auditAct(audit, company, actor, 'leave.document_open', { leave_request_id: id, ...daysOf([request]) }),
        );
      } catch (error) {
        content.destroy();
        throw error;
      }
      return { name: documentName ?? 'document', type: documentType ?? 'application/octet-stream', content };
    },

    async removeDocument(actor, id, options = {}) {
      const request = await find(actor, id, options);
      const { request: after, replaced } = await database.write(actor, 'leave.removeDocument', options, (company) =>
        setDocument(company, actor, request, NO_DOCUMENT),
      );
      for (const old of replaced) await cleanup.discardUnused(actor, request.employeeId, old, options);
      return after;
    },
  };
}
