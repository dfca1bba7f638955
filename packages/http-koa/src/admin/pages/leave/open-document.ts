import type { Answer } from '../../answer.ts';
import type { Page } from '../../page.ts';
import { downloadType } from './document-type.ts';

/** The document as a file to save: others made it, so it is never shown as one of our pages. */
export async function openDocument(page: Page): Promise<Answer> {
  const { core, actor } = page;
  const id = page.id();
  const { employee_id, date } = await core.leave.get(actor, id);
  const { name, type, content } = await core.leave.openDocument(actor, id);
  page.disclosed({ what: 'leave.document', employee_id, dates: [date, date] });
  return { kind: 'download', name, type: downloadType(type), content };
}
