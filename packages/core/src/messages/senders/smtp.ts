import { createHash } from 'node:crypto';
import type { Transporter } from 'nodemailer';
import { invalidOption } from '../../errors.ts';
import { certificates } from '../../option-rules.ts';
import type { MailMessage, MailSender } from '../mail.ts';
import { failureReason, SendFailure } from '../send-failure.ts';
import { assertOptions } from './https-request.ts';

/** A mail server. Its password is never logged. */
export interface SmtpOptions {
  /**
   * `smtps://user:password@smtp.example:465?from=hr@example.com`, percent-encoded; `from` is the sender, also as
   * `Name <address>`. With `smtp:` the connection begins without TLS and asks for it; where there is a user, it must get
   * it before the password is sent.
   */
  readonly url: string;
  /** Certificates of a private authority, PEM; they replace the system's list. */
  readonly ca?: string | undefined;
}

/** A mail server, and whether it lets us in. */
export interface SmtpSender extends MailSender {
  /** Connects and signs in without sending anything. Throws `SendFailure`. */
  verify(): Promise<void>;
}

const OPTION_NAMES: Readonly<Record<keyof SmtpOptions, true>> = { url: true, ca: true };

const TIMES = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 } as const;
/**
 * For all steps of one e-mail. Less than the outbox waits for a sender: a try that it has given up must not go on beside
 * the next one (D:A124).
 */
const SEND_MS = 25_000;

/** Sends e-mails by SMTP; the network and nodemailer are used only when there is something to send. Throws `options_invalid`. */
export function smtpSender(options: SmtpOptions): SmtpSender {
  assertOptions('smtpSender', options, OPTION_NAMES);
  const { from, ...server } = serverOf(options.url);
  const ca = options.ca === undefined ? undefined : certificates('ca', options.ca);
  let opened: Promise<Transporter> | undefined;
  const transport = (): Promise<Transporter> => {
    opened ??= import('nodemailer').then(({ createTransport }) =>
      createTransport({
        ...server,
        ...TIMES,
        ...(ca !== undefined && { tls: { ca } }),
        // What we send is our own text.
        disableFileAccess: true,
        disableUrlAccess: true,
      }),
    );
    return opened;
  };
  const attempt = async (act: (mailer: Transporter) => Promise<unknown>): Promise<void> => {
    try {
      await act(await transport());
    } catch (error) {
      throw failureOf(error);
    }
  };
  return {
    send: (message) =>
      attempt((mailer) => {
        const { to, subject, text, html } = message;
        return mailer.sendMail({
          from,
          // As an object, an address is not read as a list of several.
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId: messageIdOf(message, from),
          // No absence assistant answers.
          headers: { 'Auto-Submitted': 'auto-generated' },
          // Closes the connection.
          signal: AbortSignal.timeout(SEND_MS),
        });
      }),
    verify: () => attempt((mailer) => mailer.verify()),
  };
}

const PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };

/** The parts of an address; the error does not repeat it, because it holds the password. */
function serverOf(address: string) {
  const url = URL.canParse(address) ? new URL(address) : null;
  const from = url?.searchParams.get('from')?.trim() ?? '';
  const port = url === null ? undefined : PORTS[url.protocol];
  const isWhole = url !== null && port !== undefined && url.hostname !== '' && SENDER.test(from);
  if (!isWhole || [...url.searchParams.keys()].length !== 1) {
    throw invalidOption('url is as smtps://user:password@smtp.example:465?from=hr@example.com, percent-encoded.');
  }
  const hasUser = url.username !== '';
  return {
    from,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? port : Number(url.port),
    secure: url.protocol === 'smtps:',
    requireTLS: hasUser,
    ...(hasUser && { auth: { user: decoded(url.username), pass: decoded(url.password) } }),
  };
}

/** `hr@example.com` or `Shaon <hr@example.com>`, on one line. */
const SENDER = /^(?:[^<>@\r\n]+<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/;

/**
 * The same on every try of an e-mail (D:A124). A server that answers too late has taken it, and then gets it again: most
 * mailboxes show one of two e-mails with the same id. Installations number their e-mails alike, so the text is part of
 * it.
 */
function messageIdOf({ reference, to, text }: MailMessage, from: string): string {
  const id = createHash('sha256')
    .update(JSON.stringify([reference, to, text]))
    .digest('hex')
    .slice(0, 32);
  return `<${id}@${from.slice(from.lastIndexOf('@') + 1).replace('>', '')}>`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalidOption('url: user and password are percent-encoded.');
  }
}

/** In one word, because the texts of servers may repeat the address, and those of a sign-in the user. */
function failureOf(error: unknown): SendFailure {
  const { responseCode, command, name } = error as { responseCode?: unknown; command?: unknown; name?: unknown };
  if (name === 'AbortError') return new SendFailure('timeout');
  const isOfMessage = command === 'RCPT TO' || command === 'DATA';
  if (typeof responseCode !== 'number') {
    // Ours is one address; what nodemailer itself refuses of it stays refused.
    return new SendFailure(failureReason(error), {
      isFinal: failureReason(error) === 'eenvelope' && command === 'API',
    });
  }
  // 5xx of the recipient or the text is final, 4xx passes; what the server has against us, the operator mends.
  return new SendFailure(`smtp_${responseCode}`, { isFinal: isOfMessage && responseCode >= 500 });
}
