/** Whether a text is an http(s) origin as browsers send it: no path, no usual port, no capital letters. */
export function isOrigin(text: unknown): boolean {
  return typeof text === 'string' && /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}
