/** What would move the cursor, colour the screen or turn a line around, if a terminal got it. */
const UNSEEN = /\p{C}/gu;
/** Needs no quotes to be told from the fields beside it. */
const PLAIN = /^[^\s"=\p{C}]+$/u;

/** A line of the log, which is JSON, as people read it: `09:30:00 warn: Redis does not answer, tries=3`. */
export function terminalLine(json: string): string {
  const { level, time, msg, pid: _, ...fields } = JSON.parse(json) as Record<string, unknown>;
  const at = new Date(String(time)).toTimeString().slice(0, 8);
  const message = `${level === 'info' ? '' : `${level}: `}${seen(String(msg ?? ''))}`;
  const facts = Object.entries(fields).map(([name, value]) => `${name}=${shown(value)}`);
  return `${at} ${[message, ...facts].join(', ')}\n`;
}

function shown(value: unknown): string {
  return typeof value === 'string' && PLAIN.test(value) ? value : seen(JSON.stringify(value));
}

function seen(text: string): string {
  return text.replace(UNSEEN, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);
}
