/** Words of an e-mail in both of its parts. */
export interface Words {
  readonly html: string;
  readonly text: string;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is replaced
const BREAKS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** A value on one line: a name with a line break could otherwise begin a header. */
export const oneLine = (value: string): string => value.replace(BREAKS, ' ').trim();

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => SIGNS[sign] as string);

/** A value among words of any direction. */
const isolated = (value: string | number): Words => {
  const text = oneLine(String(value));
  return { html: `<bdi>${escaped(text)}</bdi>`, text };
};

/** Our own words around values, which are escaped: words`Decided by ${name}.` */
export function words(texts: TemplateStringsArray, ...values: readonly (string | number | Words)[]): Words {
  const parts = values.map((value) => (typeof value === 'object' ? value : isolated(value)));
  const joined = (part: keyof Words, ours: (text: string) => string) =>
    texts.map((text, index) => ours(text) + (parts[index]?.[part] ?? '')).join('');
  return { html: joined('html', escaped), text: joined('text', (text) => text) };
}

/** Text that people wrote, with its line breaks. */
export function quoted(text: string): Words {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/).map(oneLine);
  return { html: lines.map(escaped).join('<br>'), text: lines.map((line) => `> ${line}`).join('\n') };
}
