import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { SignedWebhook } from '@shaon/client-sdk/webhooks';

export interface Certificate {
  readonly cert: string;
  readonly key: string;
  readonly certFile: string;
  readonly keyFile: string;
}

/** A certificate for localhost that is its own authority, good for a day. */
export function selfSigned(openssl: string, folder: string): Certificate {
  const certFile = join(folder, 'receiver.crt');
  const keyFile = join(folder, 'receiver.key');
  execFileSync(
    openssl,
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'],
      ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-out', certFile, '-keyout', keyFile],
    ],
    { stdio: 'pipe' },
  );
  return { certFile, keyFile, cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') };
}

export interface RunningReceiver {
  readonly url: string;
  /** The first line, printed already or still to come, that begins so. */
  line(start: string): Promise<string>;
  /** Resolves to its exit code. */
  stop(): Promise<number | null>;
}

/** Starts a program of this example as a process of its own. */
export async function startReceiver(
  program: 'koa' | 'express',
  certificate: Certificate,
  secrets: readonly string[],
): Promise<RunningReceiver> {
  const file = new URL(`../src/${program}.ts`, import.meta.url).pathname;
  const { certFile: TLS_CERT, keyFile: TLS_KEY } = certificate;
  const child = spawn(process.execPath, ['--import', 'tsx', file], {
    env: { PATH: process.env.PATH, PORT: '0', TLS_CERT, TLS_KEY, SHAON_WEBHOOK_SECRETS: secrets.join(',') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  createInterface({ input: child.stdout }).on('line', (text) => {
    lines.push(text);
    for (const look of [...waiting]) look();
  });
  const line = (start: string) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const found = lines.find((text) => text.startsWith(start));
        if (found === undefined) return;
        clearTimeout(timer);
        waiting.delete(look);
        resolve(found);
      };
      const timer = setTimeout(() => reject(new Error(`No line "${start}" in:\n${lines.join('\n')}`)), 45_000);
      waiting.add(look);
      look();
    });
  const url = (await line('listening ')).replace('listening ', '');
  return {
    url,
    line,
    stop: async () => {
      child.kill('SIGTERM');
      const code = await ended;
      process.off('exit', kill);
      return code;
    },
  };
}

/** Sends it over TLS, trusting only this certificate. Gives status and body. */
export async function send(url: string, ca: string, webhook: SignedWebhook): Promise<{ status: number; body: string }> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const { method, headers } = webhook;
    request(url, { method, headers, ca, agent: false }, resolve).once('error', reject).end(webhook.body);
  });
  let body = '';
  for await (const chunk of response) body += chunk;
  return { status: response.statusCode ?? 0, body };
}
