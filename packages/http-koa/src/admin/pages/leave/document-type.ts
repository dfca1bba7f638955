/** A kind of document that may be attached. */
export interface DocumentKind {
  /** A media type. */
  readonly type: string;
  /** The endings that the file name may have, the usual one first. */
  readonly endings: readonly string[];
}

const KINDS: readonly (DocumentKind & { readonly begins: readonly number[] })[] = [
  { type: 'application/pdf', endings: ['pdf'], begins: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  { type: 'image/jpeg', endings: ['jpg', 'jpeg'], begins: [0xff, 0xd8, 0xff] },
  { type: 'image/png', endings: ['png'], begins: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
];

/** The kind of a file by its first bytes, whatever its name says; null for unsupported kinds. */
export function documentKind(content: Uint8Array): DocumentKind | null {
  return KINDS.find(({ begins }) => begins.every((byte, index) => content[index] === byte)) ?? null;
}

/** The type that a stored document is sent with: a supported one, else one that no program opens. */
export function downloadType(type: string): string {
  return KINDS.some((kind) => kind.type === type) ? type : 'application/octet-stream';
}

const LONGEST_NAME = 100;

/** The name under which a document is stored: invisible characters are removed, and the ending matches the kind. */
export function documentName(given: string, { endings }: DocumentKind): string {
  const shown = given.replaceAll(/[\p{C}"\\/:*?<>|]/gu, '').trim();
  const dot = shown.lastIndexOf('.');
  const ending = dot < 0 ? '' : shown.slice(dot + 1).toLowerCase();
  const stem = endings.includes(ending) ? shown.slice(0, dot) : shown;
  return `${[...stem].slice(0, LONGEST_NAME).join('') || 'document'}.${endings.includes(ending) ? ending : endings[0]}`;
}
