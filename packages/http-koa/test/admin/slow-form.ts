import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import type { HtmlBrowser } from './html-browser.ts';

/** From where the pages take a form for a slow one, and a little more. */
const SLOW_MS = 1_100;

/** Sends the beginning of a form of the browser's page, and its end once `meanwhile` has been done. */
export async function sendSlowly(
  browser: HtmlBrowser,
  url: string,
  fields: URLSearchParams,
  meanwhile: () => Promise<unknown>,
): Promise<{ readonly answer: IncomingMessage; readonly content: string }> {
  const body = fields.toString();
  const sent = request(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': body.length,
      Cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
  });
  const answered = once(sent, 'response');
  sent.write(body.slice(0, 10));
  await setTimeout(100);
  await meanwhile();
  await setTimeout(SLOW_MS - 100);
  sent.end(body.slice(10));
  const [answer] = (await answered) as [IncomingMessage];
  return { answer, content: await text(answer) };
}
