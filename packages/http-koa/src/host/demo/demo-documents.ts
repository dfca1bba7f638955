import { Readable } from 'node:stream';
import { crc32, deflateSync } from 'node:zlib';
import { type Core, type LeaveRequest, type SystemActor, systemActor } from '@shaon/core';

const SICK = 'מחלה';
const PAGE = { page: 1, per_page: 200 };

/** Gives one pending and one approved request a document each, unless they have one. */
export async function ensureDemoDocuments(core: Core, companyId: number): Promise<void> {
  const company = systemActor(companyId);
  await attach(core, company, await requestWith(core, company, 'pending'), {
    name: 'אישור מחלה.pdf',
    type: 'application/pdf',
    content: certificate(),
  });
  await attach(core, company, await requestWith(core, company, 'approved'), {
    name: 'scan.png',
    type: 'image/png',
    content: scan(),
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
  { content, ...document }: { readonly name: string; readonly type: string; readonly content: Buffer },
): Promise<void> {
  if (request === undefined || request.has_document) return;
  await core.leave.attachDocument(company, request.id, { ...document, content: Readable.from([content]) });
}

/** A PDF with one page and a line of text. */
function certificate(): Buffer {
  const text = 'BT /F1 18 Tf 60 740 Td (Medical certificate - an example) Tj ET';
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  return Buffer.from(
    `${file}xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
    'latin1',
  );
}

const WIDTH = 210;
const HEIGHT = 297;

/** A grey PNG of a page with lines. */
function scan(): Buffer {
  const rows = Array.from({ length: HEIGHT }, (_, y) => {
    const isLine = y > 40 && y < 220 && y % 14 < 3;
    // Each row begins with the number of its filter, 0 for none.
    const row = Buffer.alloc(WIDTH + 1, 0xf6);
    row[0] = 0;
    if (isLine) row.fill(0x60, 21, y % 42 < 14 ? 130 : 190);
    return row;
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  // Eight bits, grey.
  header.set([8, 0, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const pixels = deflateSync(Buffer.concat(rows));
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
