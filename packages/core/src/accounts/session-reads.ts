import type { AccountActor } from '../actor.ts';
import type { ReadParts } from '../service-parts.ts';
import { sessionTable } from './session.ts';

/** A signed-in browser, for its owner. */
export interface SessionSummary {
  readonly id: number;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
  readonly ip: string | null;
  readonly userAgent: string | null;
}

export interface SessionReads {
  /** The person's own open sessions, newest first. */
  listSessions(actor: AccountActor): Promise<SessionSummary[]>;
}

export function createSessionReads({ database, clock }: ReadParts): SessionReads {
  return {
    async listSessions(actor) {
      const rows = await database.scope(actor).find(sessionTable, { loginId: actor.loginId, endedAt: null });
      const now = clock.now();
      return rows
        .filter((row) => row.expiresAt > now)
        .reverse()
        .map(({ id, createdAt, lastSeenAt, expiresAt, ip, userAgent }) => {
          return { id, createdAt, lastSeenAt, expiresAt, ip, userAgent };
        });
    },
  };
}
