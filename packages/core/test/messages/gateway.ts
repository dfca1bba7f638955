import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import { type Listening, listen } from '@shaon/testing';
import { selfSigned } from './certificates.ts';

export interface GatewayCall {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A gateway over real TLS that keeps what it was told and answers as a test says. */
export interface TestGateway extends Listening {
  readonly ca: string;
  readonly calls: GatewayCall[];
  /** Status and body of the next answers; null never answers. */
  answer: { readonly status: number; readonly body: string; readonly headers?: Record<string, string> } | null;
}

export async function startGateway(): Promise<TestGateway> {
  const { cert, key } = await selfSigned();
  const calls: GatewayCall[] = [];
  const server = createServer({ cert, key }, async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    calls.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
    const { answer } = gateway;
    if (answer !== null) response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  const gateway: TestGateway = { ...(await listen(server)), ca: cert, calls, answer: { status: 200, body: 'OK' } };
  return gateway;
}
