import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Clock, systemClock } from '../../time/clock.ts';
import type { SmsSender } from '../sms-sender.ts';

/**
 * Appends messages to a file that only its owner may read, one JSON object per line: `{ at, to, text, reference }`. For
 * development, and for a gateway that reads files. A message is on disk when `send` resolves.
 */
export function spoolFileSender(path: string, clock: Clock = systemClock): SmsSender {
  return {
    async send({ to, text, reference }) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const file = await open(path, 'a', 0o600);
      try {
        // An existing file may have been readable by others.
        await file.chmod(0o600);
        await file.appendFile(`${JSON.stringify({ at: clock.now().toISOString(), to, text, reference })}\n`);
        await file.datasync();
      } finally {
        await file.close();
      }
    },
  };
}
