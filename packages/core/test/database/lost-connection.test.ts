import { expect } from 'chai';
import { isLostConnection } from '../../src/database/connect/postgres-statements.ts';

const LOST: Readonly<Record<string, Error>> = {
  'the server’s farewell, in whatever language': Object.assign(new Error('Verbindung wird abgebrochen'), {
    code: '57P01',
  }),
  'a connection that ended without one': new Error('Connection terminated unexpectedly'),
  'a client that has lost its connection': new Error('Client has encountered a connection error and is not queryable'),
  'a socket that was reset': Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' }),
};

const OTHERS: Readonly<Record<string, unknown>> = {
  'a server that cannot be reached': Object.assign(new Error('connect ECONNREFUSED'), { syscall: 'connect' }),
  'a statement that was stopped': Object.assign(new Error('canceling statement'), { code: '57014' }),
  'what is no error': 'Connection terminated',
};

describe('a read whose connection is lost is asked again', () => {
  for (const [name, error] of Object.entries(LOST)) {
    it(`after ${name}`, () => expect(isLostConnection(error)).to.equal(true));
  }
  for (const [name, error] of Object.entries(OTHERS)) {
    it(`and not after ${name}`, () => expect(isLostConnection(error)).to.equal(false));
  }
});
