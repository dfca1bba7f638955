import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';
import * as dnsPacket from 'dns-packet';

export interface NameServer {
  /** `address:port`, as Node's Resolver takes it. */
  readonly address: string;
  readonly asked: string[];
  /** Name to addresses of both families; a name that is absent does not exist, null is never answered. */
  readonly zone: Map<string, readonly string[] | null>;
  /** Types of question that are never answered, such as AAAA. */
  readonly unanswered: Set<string>;
  /** Called after each answer. */
  answered: () => void;
  close(): Promise<void>;
}

/** A real name server on loopback, so that resolving is not faked. */
export async function startNameServer(): Promise<NameServer> {
  const socket = createSocket('udp4');
  const zone: NameServer['zone'] = new Map();
  const unanswered: NameServer['unanswered'] = new Set();
  const asked: string[] = [];
  socket.on('message', (message, from) => {
    const query = dnsPacket.decode(message);
    const question = query.questions?.[0];
    if (question === undefined) return;
    asked.push(question.name);
    const addresses = zone.get(question.name.toLowerCase());
    if (addresses === null || unanswered.has(question.type)) return;
    const wanted = (addresses ?? []).filter((address) => address.includes(':') === (question.type === 'AAAA'));
    const reply = dnsPacket.encode({
      type: 'response',
      id: query.id ?? 0,
      flags: dnsPacket.RECURSION_DESIRED | dnsPacket.RECURSION_AVAILABLE | (addresses === undefined ? 3 : 0),
      questions: [question],
      answers: wanted.map((data) => ({ type: question.type as 'A', name: question.name, ttl: 0, data })),
    });
    socket.send(reply, from.port, from.address);
    server.answered();
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const server: NameServer = {
    address: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    asked,
    zone,
    unanswered,
    answered: () => {},
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
  return server;
}
