import type { Socket } from 'node:net';
import type { CoreLog } from '@shaon/core';
import { type HandlerLog, handlerLog, onEachDatabase } from '@shaon/testing';
import { expect } from 'chai';
import pg from 'pg';
import type { Connections } from '../../src/database/data-source.ts';
import { errorProof } from '../../src/database/error-proof-client.ts';
import { GroupCommit, type GroupStatements } from '../../src/database/fast/group-commit.ts';
import { namingClient } from '../../src/database/fast/named-statements.ts';
import { type PipelinedClient, PipelinedReads } from '../../src/database/fast/pipelined-reads.ts';
import { pipelinedWriteClient } from '../../src/database/fast/pipelined-writes.ts';
import { SharedReads } from '../../src/database/fast/shared-reads.ts';
import { isLostConnection } from '../../src/database/plain-postgres.ts';
import { socketWithTimeout } from '../../src/database/socket-with-timeout.ts';
import { refusal } from '../support.ts';

/* mocha fails a test during which an exception or a rejection reaches the process. */

const thrown = new Error('thrown in a handler');
function throws(): never {
  throw thrown;
}

/** pg corks and uncorks its socket by itself, until the end of the present tick. */
const afterPg = () => new Promise<void>((resolve) => process.nextTick(resolve));
const nextTurn = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));

describe('a throw', () => {
  let handlers: HandlerLog;
  beforeEach(() => {
    handlers = handlerLog();
  });

  describe('at the end of shared reads', () => {
    it('leaves the next read its own transaction, and a write its turn', async () => {
      const texts: string[] = [];
      const handle = { inTransaction: false, prepare: (text: string) => statement(text) };
      const statement = (text: string) => ({
        reader: false,
        readonly: true,
        run: () => {
          texts.push(text);
          if (text === 'COMMIT') throws();
          handle.inTransaction = true;
          return { changes: 0 };
        },
      });
      const writer = { driver: { databaseConnection: handle } };
      const reads = new SharedReads({ writer, reader: {} } as unknown as Connections, handlers.log);
      expect(reads.connection()).to.equal(writer);
      await nextTurn();
      expect(handlers.failed).to.deep.equal(['end of shared reads']);
      reads.connection();
      reads.beginWrite();
      expect(handlers.failed).to.deep.equal(['end of shared reads', 'end of shared reads']);
      expect(texts).to.deep.equal(['BEGIN', 'COMMIT', 'BEGIN', 'COMMIT']);
    });
  });

  describe('in a commit of a group', () => {
    const entry = { name: 'test', isAlone: false, mayTakeLong: false, isRepeatable: true };

    it('is an error for the group, and the writers behind it get their turn', async () => {
      let isBroken = true;
      const done = async () => undefined;
      const statements: GroupStatements = {
        begin: async () => (isBroken ? throws() : undefined),
        rollBack: async () => throws(),
        commit: done,
        beginMember: done,
        endMember: done,
        undoMember: done,
      };
      const group = new GroupCommit(statements, handlers.log);
      const alone = group.enter({ ...entry, isAlone: true }, async () => 'alone');
      const behind = group.enter(entry, async () => 'behind');
      expect(await refusal(alone)).to.equal(thrown);
      isBroken = false;
      expect(await behind).to.equal('behind');
      expect(await group.enter(entry, async () => 'later')).to.equal('later');
      expect(handlers.failed).to.deep.equal(['commit of a group']);
    });
  });

  describe('in the sending of pipelined statements', () => {
    it('ends the connection, whose statements then fail', async () => {
      const Client = pipelinedWriteClient(UnsendingClient as never, handlers.log);
      const client = new Client();
      expect(client.runPipelined('INSERT', [])).to.equal(true);
      await nextTurn();
      expect(handlers.failed).to.deep.equal(['sending of pipelined statements']);
      expect(await refusal(client.answered())).to.have.property('cause', thrown);
    });
  });

  describe('among quick reads', () => {
    it('in sending them ends the connection, and each is told of it', async () => {
      const client = new FakeClient();
      const reads = new PipelinedReads(() => ({ client, socket: client.socket }), handlers.log);
      await connected(reads);
      client.socket.uncork = throws;
      const asked = [reads.run('SELECT 1', [], throws), reads.run('SELECT 2', [], throws)];
      for (const answer of asked) expect(await refusal(answer!)).to.have.property('cause', thrown);
      expect(handlers.failed).to.deep.equal(['sending of quick reads']);
    });

    it('in the loss of their connection leaves the next one to be opened', async () => {
      const clients = [new FakeClient(), new FakeClient()];
      let opened = 0;
      const reads = new PipelinedReads(() => {
        const client = clients[opened++]!;
        return { client, socket: client.socket };
      }, handlers.log);
      await connected(reads);
      clients[0]!.end = throws;
      clients[0]!.emit('end');
      expect(handlers.failed).to.deep.equal(['loss of the connection for quick reads']);
      await connected(reads);
      expect(opened).to.equal(2);
      await reads.close();
    });

    it('in the stall of their connection fails one, and sends the others through the pool', async () => {
      const client = new FakeClient();
      const reads = new PipelinedReads(() => ({ client, socket: client.socket }), handlers.log);
      await connected(reads);
      const first = reads.run('SELECT 1', [], throws);
      const faulty = reads.run('SELECT 2', [], throws);
      const last = reads.run('SELECT 3', [], async () => ({ rows: [{ by: 'the pool' }] }));
      expect(await refusal(faulty!)).to.equal(thrown);
      expect(await last).to.deep.equal({ rows: [{ by: 'the pool' }] });
      expect(handlers.failed).to.deep.equal(['stall of quick reads']);
      client.answer('SELECT 1', [{ by: 'the connection' }]);
      expect(await first).to.deep.equal({ rows: [{ by: 'the connection' }] });
      await reads.close();
    });

    it('in making their connection leaves them to the pool', async () => {
      const reads = new PipelinedReads(throws, handlers.log);
      expect(reads.run('SELECT 1', [], throws)).to.equal(null);
      await nextTurn();
      expect(reads.run('SELECT 1', [], throws)).to.equal(null);
      await reads.close();
    });
  });
});

onEachDatabase('a throw while a connection is written to', (database) => {
  if (database.type !== 'postgres') return;

  function clientOn(socket: Socket, log: CoreLog) {
    const { url } = database.connection() as { url: string };
    const Client = pipelinedWriteClient(namingClient(errorProof(pg.Client, log), { isNaming: true }), log);
    const options: object = { connectionString: url, stream: () => socket, pipeline: true };
    // pg's types know neither `pipeline` nor `ref`.
    return new Client(options) as InstanceType<typeof Client> & PipelinedClient;
  }

  it('fails the quick reads on it, and the next ones have another', async () => {
    const { log, failed } = handlerLog();
    const sockets = [socketWithTimeout(60_000, log), socketWithTimeout(60_000, log)];
    const clients = sockets.map((socket) => clientOn(socket, log));
    let opened = 0;
    const reads = new PipelinedReads(() => {
      const client = clients[opened]!;
      return { client, socket: sockets[opened++]! };
    }, log);
    const untilRead = async () => {
      for (;;) {
        const answer = reads.run('SELECT $1::integer AS asked', [1], throws);
        if (answer !== null) return (await answer).rows;
        await nextTurn();
      }
    };
    expect(await untilRead()).to.deep.equal([{ asked: 1 }]);
    const asked = [1, 2].map((value) => reads.run('SELECT $1::integer AS asked', [value], throws));
    await afterPg();
    sockets[0]!.uncork = throws;
    for (const answer of asked) expect(isLostConnection(await refusal(answer!))).to.equal(true);
    expect(await untilRead()).to.deep.equal([{ asked: 1 }]);
    expect(opened).to.equal(2);
    expect(failed).to.deep.equal(['sending of quick reads']);
    await reads.close();
  });

  it('fails the transaction that sends ahead', async () => {
    const { log, failed } = handlerLog();
    const socket = socketWithTimeout(60_000, log);
    const client = clientOn(socket, log);
    await client.connect();
    await client.query('BEGIN');
    expect(client.runPipelined('SELECT $1::integer', [1])).to.equal(true);
    await afterPg();
    socket.uncork = throws;
    await nextTurn();
    expect(isLostConnection(await refusal(client.answered()))).to.equal(true);
    expect(failed).to.deep.equal(['sending of pipelined statements']);
  });
});

/** Waits until the connection of quick reads is open. */
async function connected(reads: PipelinedReads): Promise<void> {
  expect(reads.run('SELECT 0', [], throws)).to.equal(null);
  await nextTurn();
}

/** A client whose socket cannot be written to, and whose statements fail when the socket ends. */
class UnsendingClient {
  readonly readyForQuery = true;
  pipeline = false;
  #fail: (error: Error) => void = () => undefined;
  readonly connection = { stream: { cork() {}, uncork: throws, destroy: (error: Error) => this.#fail(error) } };
  query(): Promise<never> {
    return new Promise((_resolve, reject) => {
      this.#fail = reject;
    });
  }
}

/** A client of a server that answers when it is told to; its reads fail when its socket ends. */
class FakeClient {
  readonly #listeners = new Map<string, () => void>();
  readonly #asked = new Map<string, { resolve(rows: { rows: never[] }): void; reject(error: Error): void }>();
  readonly socket = {
    cork() {},
    uncork() {},
    destroy: (error: Error) => {
      for (const { reject } of this.#asked.values()) reject(error);
    },
  };
  async connect(): Promise<void> {}
  on(event: string, listener: () => void): void {
    this.#listeners.set(event, listener);
  }
  emit(event: string): void {
    this.#listeners.get(event)?.();
  }
  query(text: string): Promise<{ rows: never[] }> {
    return new Promise((resolve, reject) => this.#asked.set(text, { resolve, reject }));
  }
  answer(text: string, rows: object[]): void {
    this.#asked.get(text)?.resolve({ rows: rows as never[] });
  }
  async end(): Promise<void> {}
  ref(): void {}
  unref(): void {}
}
