import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The query of a list in the floors. */
export interface Asked {
  readonly page: number;
  readonly perPage: number;
  readonly from: string | null;
  readonly to: string | null;
  readonly department: number | null;
}

export interface TokenFacts {
  readonly id: number;
  readonly company: number;
  readonly name: string;
  readonly prefix: string;
  readonly hasLocation: boolean;
}

export function digestOf(request: IncomingMessage): string {
  const token = (request.headers.authorization ?? '').slice('Bearer '.length);
  return createHash('sha256').update(token).digest('hex');
}

/** Counts the requests of each token since the start, without limiting them. */
const counted = new Map<number, number>();

export function meter(token: number): void {
  counted.set(token, (counted.get(token) ?? 0) + 1);
}

export function askedOf(query: string): Asked {
  const parameters = new URLSearchParams(query);
  return {
    page: Number(parameters.get('page') ?? 1),
    perPage: Number(parameters.get('per_page') ?? 50),
    from: parameters.get('date_from'),
    to: parameters.get('date_to'),
    department: parameters.has('department_id') ? Number(parameters.get('department_id')) : null,
  };
}

export async function bodyOf(request: IncomingMessage): Promise<Record<string, string>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as Record<string, string>;
}

/** The page with its links and meta, as SPEC 2 shows it. */
export function envelope(data: unknown[], asked: Asked, total: number, address: string) {
  const last = Math.max(1, Math.ceil(total / asked.perPage));
  const link = (page: number) => `${address}?page=${page}`;
  return {
    data,
    links: {
      first: link(1),
      last: link(last),
      prev: asked.page > 1 ? link(asked.page - 1) : null,
      next: asked.page < last ? link(asked.page + 1) : null,
    },
    meta: { current_page: asked.page, last_page: last, per_page: asked.perPage, total },
  };
}

export const HEADERS = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store, private' };
