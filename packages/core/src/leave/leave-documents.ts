import type { Readable } from 'node:stream';
import { authorize } from '../abilities-and-roles.ts';
import { assertMayDecide } from '../accounts/own-records.ts';
import { type Actor, withSelf } from '../actor.ts';
import { auditAct } from '../audit/audit-act.ts';
import { daysOf } from '../audit/audit-facts.ts';
import type { WriteOptions } from '../database/database.ts';
import type { CompanyTransaction } from '../database/sql/company-scope.ts';
import { notFound } from '../errors.ts';
import { InvalidInputError } from '../input/invalid-input-error.ts';
import { validate } from '../input/validate.ts';
import type { WriteParts } from '../service-parts.ts';
import type { KeptDocuments } from './kept-documents.ts';
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
   * `invalid_input`, `not_found`, `limit_reached` above 10 MiB, `state_conflict` when an employee would replace the
   * document of a decided request, `not_permitted` when a manager or admin would do so on their own request (like
   * `approve`); with a product's store its errors, and `options_invalid` if it returns no key.
   */
  attachDocument(actor: Actor, id: number, document: LeaveDocument, options?: WriteOptions): Promise<LeaveRequest>;
  /** Opens the document for reading and audits that. Throws `not_found`, `ciphertext_corrupt`. */
  openDocument(actor: Actor, id: number): Promise<LeaveDocument>;
  /** Removes the document from all requests of the leave; having none is no error. Throws like `attachDocument`. */
  removeDocument(actor: Actor, id: number, options?: WriteOptions): Promise<LeaveRequest>;
}

export interface LeaveDocumentParts extends WriteParts {
  readonly documents: KeptDocuments;
}

/** Callers often pass a text or a Buffer by mistake; `Readable.from([buffer])` makes a stream of it. */
function assertReadable(content: Readable): void {
  if (typeof content?.on === 'function' && typeof content[Symbol.asyncIterator] === 'function') return;
  throw new InvalidInputError({ content: [{ rule: 'required' }] });
}

export function createLeaveDocuments(parts: LeaveDocumentParts): LeaveDocuments {
  const { database, audit, clock, documents } = parts;

  async function find(actor: Actor, id: number, options: WriteOptions): Promise<LeaveRequestRow> {
    authorize(actor, 'leave.own');
    const request = await findLeaveRequest(database.scopeBeforeWrite(withSelf(actor), options), id);
    assertMayAccess(actor, request);
    return request;
  }

  /** Sets the columns on the whole leave; returns the request that was named. */
  async function setDocument(
    company: CompanyTransaction,
    actor: Actor,
    request: LeaveRequestRow,
    columns: DocumentColumns,
  ): Promise<LeaveRequest> {
    const group = await lockLeaveGroup(company, request);
    const named = group.find((member) => member.id === request.id);
    if (named === undefined) throw notFound('leave request');
    assertMayReplaceDocument(actor, group);
    if (isEvidence(group)) await assertMayDecide(company, actor, named.employeeId, 'leave.decide');
    const hadNone = group.every(({ documentKey }) => documentKey === null);
    if (columns.documentKey === null && hadNone) return toLeaveRequest(named);
    const change = { ...columns, updatedAt: clock.now() };
    const changed: LeaveRequestRow[] = [];
    for (const member of group) changed.push(await changeRequest(company, member, change));
    await documents.removeUnused(company, group);
    const action = columns.documentKey === null ? 'leave.document_remove' : 'leave.document_attach';
    await auditAct(audit, company, actor, action, { leave_request_id: request.id, ...daysOf(group) });
    return toLeaveRequest(changed[group.indexOf(named)] as LeaveRequestRow);
  }

  return {
    async attachDocument(actor, id, document, options = {}) {
      assertReadable(document.content);
      // Without a listener, an upload that fails before it is read would end the process. Reading it throws the error.
      document.content.on('error', () => undefined);
      const request = await find(actor, id, options);
      assertMayReplaceDocument(actor, [request]);
      const { name, type } = validate(documentInput, document);
      const received = await documents.receive(actor.companyId, document.content);
      try {
        return await database.write(withSelf(actor), 'leave.attachDocument', options, async (company) => {
          const documentKey = await received.store(company);
          return setDocument(company, actor, request, { documentKey, documentName: name, documentType: type });
        });
      } catch (error) {
        await received.discard();
        throw error;
      }
    },

    async openDocument(actor, id) {
      const request = await find(actor, id, {});
      const { documentKey, documentName, documentType } = request;
      if (documentKey === null) throw notFound('document');
      const content = await documents.open(database.scopeBeforeWrite(actor, {}), documentKey);
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
      return database.write(withSelf(actor), 'leave.removeDocument', options, (company) =>
        setDocument(company, actor, request, NO_DOCUMENT),
      );
    },
  };
}
