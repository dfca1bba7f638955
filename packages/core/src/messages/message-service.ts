import { authorize } from '../abilities-and-roles.ts';
import type { Actor } from '../actor.ts';
import type { CompanyReads, WriteOptions } from '../database/database.ts';
import { latestMessages, type MessageSummary } from './message-queries.ts';
import type { MessageWorker, SendReport } from './message-worker.ts';

/** The outbox of text messages and e-mails: an admin's view of it, and its sending. */
export interface MessageService {
  /** Whether employees get their password by a message: `welcomeMessages` of `createCore`. */
  readonly isWelcoming: boolean;
  /** Whether people get e-mails: `mailSender` of `createCore`. */
  readonly isMailing: boolean;
  /** The newest welcome message of each of these employees, by employee id; employees without a message are omitted. */
  latest(actor: Actor, employeeIds: readonly number[]): Promise<Map<number, MessageSummary>>;
  /**
   * Sends an employee a new password; the old one and all their sessions end, and they must choose their own (D:W26).
   * Also the first message of an imported employee. Throws `not_found`, `employee_frozen`, `invalid_input` without a
   * phone, `state_conflict` if they have chosen a password themselves or messages are off: then make them an access
   * link.
   */
  resend(actor: Actor, employeeId: number, options?: WriteOptions): Promise<void>;
  /** Sends one batch of due messages of each channel (D:W25). */
  sendDue(): Promise<SendReport>;
  /** Sends until no message is due. */
  drainOnce(): Promise<SendReport>;
  /** Sends in the background, checking every second; `core.close()` stops it. */
  start(): void;
  /** Resolves once the outcome of every message being sent is stored. */
  stop(): Promise<void>;
}

/**
 * Gives an employee a new password and its message, in one transaction. With `isFirst` only if they can be welcomed and
 * have no password yet. Returns whether it did.
 */
export type ResendWelcome = (
  actor: Actor,
  employeeId: number,
  options: WriteOptions & { readonly isFirst?: boolean },
) => Promise<boolean>;

export function createMessageService(parts: {
  readonly database: CompanyReads;
  /** One of each channel, so that a mail server that does not answer delays no text message. */
  readonly workers: readonly MessageWorker[];
  readonly resendWelcome: ResendWelcome;
  readonly isWelcoming: boolean;
  readonly isMailing: boolean;
}): MessageService {
  const { database, workers } = parts;
  return {
    isWelcoming: parts.isWelcoming,
    isMailing: parts.isMailing,
    async latest(actor, employeeIds) {
      authorize(actor, 'messages.manage');
      const messages = await latestMessages(database.scope(actor), employeeIds);
      return new Map(messages.map((message) => [message.employeeId, message]));
    },
    async resend(actor, employeeId, options = {}) {
      authorize(actor, 'messages.manage');
      await parts.resendWelcome(actor, employeeId, options);
    },
    sendDue: async () => sumOf(await Promise.all(workers.map((worker) => worker.sendDue()))),
    drainOnce: async () => sumOf(await Promise.all(workers.map((worker) => worker.drainOnce()))),
    start() {
      for (const worker of workers) worker.start();
    },
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}

const sumOf = (reports: readonly SendReport[]): SendReport => ({
  sent: reports.reduce((sum, { sent }) => sum + sent, 0),
  failed: reports.reduce((sum, { failed }) => sum + failed, 0),
});
