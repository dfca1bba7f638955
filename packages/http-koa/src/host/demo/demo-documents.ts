import { Readable } from 'node:stream';
import { type Core, type LeaveRequest, type SystemActor, systemActor } from '@shaon/core';

const SICK = 'מחלה';
const PAGE = { page: 1, per_page: 200 };

/** A PDF of one page with a line of text. */
const CERTIFICATE = `
JVBERi0xLjQKMSAwIG9iago8PCAvVHlwZSAvQ2F0YWxvZyAvUGFnZXMgMiAwIFIgPj4KZW5kb2JqCjIgMCBvYmoKPDwgL1R5cGUgL1BhZ2VzIC
9LaWRzIFszIDAgUl0gL0NvdW50IDEgPj4KZW5kb2JqCjMgMCBvYmoKPDwgL1R5cGUgL1BhZ2UgL1BhcmVudCAyIDAgUiAvTWVkaWFCb3ggWzAg
MCA1OTUgODQyXSAvQ29udGVudHMgNCAwIFIgL1Jlc291cmNlcyA8PCAvRm9udCA8PCAvRjEgNSAwIFIgPj4gPj4gPj4KZW5kb2JqCjQgMCBvYm
oKPDwgL0xlbmd0aCA2MyA+PgpzdHJlYW0KQlQgL0YxIDE4IFRmIDYwIDc0MCBUZCAoTWVkaWNhbCBjZXJ0aWZpY2F0ZSAtIGFuIGV4YW1wbGUp
IFRqIEVUCmVuZHN0cmVhbQplbmRvYmoKNSAwIG9iago8PCAvVHlwZSAvRm9udCAvU3VidHlwZSAvVHlwZTEgL0Jhc2VGb250IC9IZWx2ZXRpY2
EgPj4KZW5kb2JqCnhyZWYKMCA2CjAwMDAwMDAwMDAgNjU1MzUgZiAKMDAwMDAwMDAwOSAwMDAwMCBuIAowMDAwMDAwMDU4IDAwMDAwIG4gCjAw
MDAwMDAxMTUgMDAwMDAgbiAKMDAwMDAwMDI0MSAwMDAwMCBuIAowMDAwMDAwMzU0IDAwMDAwIG4gCnRyYWlsZXIKPDwgL1NpemUgNiAvUm9vdC
AxIDAgUiA+PgpzdGFydHhyZWYKNDI0CiUlRU9GCg==`;

/** A grey PNG of a page with lines. */
const SCAN = `
iVBORw0KGgoAAAANSUhEUgAAANIAAAEpCAAAAADD0CPwAAABRElEQVR42u3WMQ3AQBADwYca/gBSh8Qp97bGDKax9rx1O0hISEhISEhISEhISE
hISEhISEhISEhISEhISEhISEhISFeTnj+HhOQekJCQkJCQkJA2Gm+8D5FiSe4BCQkJCQkJSYnLViQl7h6QkJCQkJCQ2kscCck9ICEhISEhISFt
NN54HyLFktwDEhISEhISkhKXrUhK3D0gISEhISEhtZc4EpJ7QEJCQkJCQkLaaLzxPkSKJbkHJCQkJCQkJCUuW5GUuHtAQkJCQkJCai9xJCT3gI
SEhISEhIS00XjjfYgUS3IPSEhISEhISEpctiIpcfeAhISEhISE1F7iSEjuAQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJ
CQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCSlkHzZyJA5XhBlOAAAAAElFTkSuQmCC`;

/** Gives one pending and one approved request a document each, unless they have one. */
export async function ensureDemoDocuments(core: Core, companyId: number): Promise<void> {
  const company = systemActor(companyId);
  await attach(core, company, await requestWith(core, company, 'pending'), {
    name: 'אישור מחלה.pdf',
    type: 'application/pdf',
    content: CERTIFICATE,
  });
  await attach(core, company, await requestWith(core, company, 'approved'), {
    name: 'scan.png',
    type: 'image/png',
    content: SCAN,
  });
}

/** A request in that state: preferably one with a document, otherwise one for sick leave. */
async function requestWith(
  core: Core,
  company: SystemActor,
  status: LeaveRequest['status'],
): Promise<LeaveRequest | undefined> {
  const { items } = await core.leave.list(company, { status }, PAGE);
  return items.find((one) => one.has_document) ?? items.find(({ type }) => type === SICK) ?? items[0];
}

async function attach(
  core: Core,
  company: SystemActor,
  request: LeaveRequest | undefined,
  { content, ...document }: { readonly name: string; readonly type: string; readonly content: string },
): Promise<void> {
  if (request === undefined || request.has_document) return;
  await core.leave.attachDocument(company, request.id, {
    ...document,
    content: Readable.from([Buffer.from(content, 'base64')]),
  });
}
