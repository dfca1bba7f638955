import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import type { Visitor } from './visitor.ts';

export interface ChosenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** A PDF by its first bytes, with a name that wants to be more than a name. */
export const DOCUMENT: ChosenFile = {
  name: 'אישור "רופא" <b>.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n'),
};

/** Its name as it is kept and saved. */
export const DOCUMENT_NAME = 'אישור רופא b.pdf';

/** From the list of the person's own requests to a new one with a document, and back. */
export async function askForLeave(
  employee: Visitor,
  leave: { readonly type: string; readonly from: string; readonly document: ChosenFile },
): Promise<void> {
  await employee.open('/my-day/leave');
  await employee.follow('/my-day/leave/new');
  await employee.field('type').selectOption(leave.type);
  await employee.fill({ from: leave.from });
  await employee.field('document').setInputFiles({ ...leave.document });
  await employee.press('/my-day/leave/new');
  expect(employee.path).to.equal('/my-day/leave');
}

/** From the queue to the first request in it; gives its number. */
export async function openFirstRequest(manager: Visitor): Promise<number> {
  await manager.open('/leave');
  await manager.leaveBy(() => manager.page.locator('.queue-list a').first().click());
  return manager.id;
}

/** Clicks the link to the document, which no browser opens as a page. */
export async function downloadDocument(manager: Visitor, id: number): Promise<void> {
  const path = `/admin/leave/${id}/document`;
  const link = manager.page.locator(`a[href="${path}"]`);
  const [download] = await Promise.all([manager.page.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).to.equal(DOCUMENT_NAME);
  expect(await readFile(await download.path())).to.deep.equal(DOCUMENT.buffer);
  expect(manager.path, 'the page stays').to.equal(`/leave/${id}`);

  const headers = (await manager.context.request.get(manager.origin + path)).headers();
  expect(headers).to.include({ 'content-type': 'application/pdf', 'x-content-type-options': 'nosniff' });
  expect(headers['content-disposition']).to.match(/^attachment;/);
  expect(headers['content-security-policy']).to.include('sandbox');
}
