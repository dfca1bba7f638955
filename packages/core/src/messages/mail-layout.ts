import type { Locale } from '../locale.ts';
import type { Mail } from './mail.ts';
import { escaped, oneLine, quoted, type Words } from './mail-words.ts';

/** A number of things that wait, and the page where they do. */
export interface MailRow {
  readonly count: number;
  readonly label: string;
  readonly url: string;
  readonly detail: Words | null;
}

/** What an e-mail says, in the order of reading. */
export interface MailContent {
  readonly heading: Words;
  readonly paragraphs: readonly Words[];
  /** What a person wrote to the reader. */
  readonly note?: string | null;
  readonly rows?: readonly MailRow[];
  readonly button: { readonly label: string; readonly url: string };
  /** Why the reader gets it, and what to do about that. */
  readonly footer: Words;
  /** A page behind the footer's words. */
  readonly footerLink?: { readonly label: string; readonly url: string };
}

const BRAND: Readonly<Record<Locale, string>> = { he: 'שעון', en: 'Shaon' };

/**
 * The only style besides those of the elements: mail readers drop classes, and those that know a dark theme keep this.
 */
const DARK =
  '@media (prefers-color-scheme: dark) { .m-bg { background: #121316 !important; } .m-box { background: #18191d !important; border-color: #2d2f35 !important; } .m-ink { color: #ececea !important; } .m-ink2 { color: #b6b9c0 !important; } .m-btn { background: #ececea !important; } .m-btn a { color: #16171a !important; } .m-line { border-color: #2d2f35 !important; } .m-link { color: #adb5ff !important; } }';

const TABLE = 'role="presentation" cellpadding="0" cellspacing="0"';
const FINE = 'font-size:13px;color:#50545d';

/** An e-mail of ours. The subject is the heading; the text part has the same words. */
export function mailOf(locale: Locale, companyName: string, content: MailContent): Mail {
  const sender = `${oneLine(companyName)} · ${BRAND[locale]}`;
  return {
    subject: oneLine(content.heading.text),
    text: textOf(sender, content),
    html: htmlOf(locale, sender, content),
  };
}

function textOf(sender: string, content: MailContent): string {
  const { heading, paragraphs, note, rows = [], button, footer, footerLink } = content;
  const rowLines = rows.map(({ count, label, url, detail }) =>
    [`${count}  ${label}: ${url}`, ...(detail === null ? [] : [`   ${detail.text}`])].join('\n'),
  );
  const link = footerLink === undefined ? '' : ` ${footerLink.label}: ${footerLink.url}`;
  return [
    sender,
    heading.text,
    ...paragraphs.map(({ text }) => text),
    ...(note == null ? [] : [quoted(note).text]),
    ...(rowLines.length === 0 ? [] : [rowLines.join('\n')]),
    `${button.label}: ${button.url}`,
    `${footer.text}${link}\n`,
  ].join('\n\n');
}

function htmlOf(locale: Locale, sender: string, content: MailContent): string {
  const { heading, paragraphs, note, rows = [], button, footer, footerLink } = content;
  const [dir, start] = locale === 'he' ? ['rtl', 'right'] : ['ltr', 'left'];
  const main = [
    `<h1 class="m-ink" style="margin:0 0 8px;font-size:20px;line-height:1.3;font-weight:600;color:#1a1c20">${heading.html}</h1>`,
    ...paragraphs.map(({ html }) => `<p style="margin:0 0 16px">${html}</p>`),
    note == null
      ? ''
      : `<p class="m-line" dir="auto" style="margin:0 0 20px;padding:2px 14px;border-${start}:3px solid #84898f">${quoted(note).html}</p>`,
    rows.length === 0
      ? ''
      : `<table ${TABLE} width="100%" style="margin:0 0 20px">${rows.map(rowHtml).join('')}</table>`,
    `<table ${TABLE}><tr><td class="m-btn" style="background:#1a1c20;border-radius:8px"><a href="${escaped(button.url)}" style="display:inline-block;padding:12px 20px;color:#ffffff;text-decoration:none;font-size:16px">${escaped(button.label)}</a></td></tr></table>`,
  ].join('');
  const link = footerLink === undefined ? '' : ` ${linkHtml(footerLink.url, footerLink.label)}`;
  return `<!doctype html>
<html lang="${locale}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(oneLine(heading.text))}</title>
<style>${DARK}</style>
</head>
<body class="m-bg" style="margin:0;padding:0;background:#f6f6f3">
<div role="main"><table ${TABLE} class="m-bg" width="100%" style="background:#f6f6f3"><tr><td align="center" style="padding:24px 12px">
<table ${TABLE} class="m-box" width="100%" dir="${dir}" style="max-width:560px;background:#ffffff;border:1px solid #e3e3de;border-radius:8px;font-family:'Segoe UI',Arial,'Noto Sans Hebrew',sans-serif;font-size:16px;line-height:1.5;color:#1a1c20;text-align:${start}">
<tr><td class="m-ink2 m-line" style="padding:14px 24px;border-bottom:1px solid #e3e3de;${FINE}">${escaped(sender)}</td></tr>
<tr><td class="m-ink" style="padding:24px;color:#1a1c20">${main}</td></tr>
<tr><td class="m-ink2 m-line" style="padding:14px 24px;border-top:1px solid #e3e3de;${FINE}">${footer.html}${link}</td></tr>
</table></td></tr></table></div>
</body>
</html>
`;
}

const linkHtml = (url: string, label: string): string =>
  `<a class="m-link" href="${escaped(url)}" style="color:#3a45ae">${escaped(label)}</a>`;

function rowHtml({ count, label, url, detail }: MailRow): string {
  const cell = 'padding:12px 0;border-top:1px solid #e3e3de;vertical-align:top';
  const more = detail === null ? '' : `<br><span class="m-ink2" style="${FINE}">${detail.html}</span>`;
  return `<tr><td class="m-line" width="44" style="${cell};font-size:20px;font-weight:600">${count}</td><td class="m-line" style="${cell}">${linkHtml(url, label)}${more}</td></tr>`;
}
