import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server on the loopback that answers by what the test says, and remembers what came. */
export interface SmallService {
  baseUrl: string;
  requests: ReceivedRequest[];
  close(): Promise<void>;
}

export interface ReceivedRequest {
  method: string;
  /** Path and query below the base URL. */
  target: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export type Answer = (request: ReceivedRequest, response: ServerResponse, count: number) => void;

export async function startService(answer: Answer): Promise<SmallService> {
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const received = {
      method: request.method ?? '',
      target: (request.url ?? '').replace('/api/v1', ''),
      headers: request.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    };
    requests.push(received);
    answer(received, response, requests.length);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/api/v1`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'X-Request-Id': 'req-1',
    ...headers,
  });
  response.end(JSON.stringify(body));
}

export const dana = {
  id: 17,
  name: 'דנה לוי',
  email: 'dana.levi@acme.example',
  phone: '050-123-4567',
  role: 'employee',
  status: 'active',
  department: { id: 3, name: 'ייצור' },
  branch: null,
};

export const newEmployee = {
  name: 'דנה לוי',
  id_number: '123456782',
  email: 'dana.levi@acme.example',
  phone: '050-123-4567',
  salary_type: 'hourly',
  hourly_rate: 52,
} as const;

/** What a promise threw; fails the test when it did not. */
export async function thrownBy(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}
