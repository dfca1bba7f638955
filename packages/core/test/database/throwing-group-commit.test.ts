import { type HandlerLog, handlerLog } from '@shaon/testing';
import { expect } from 'chai';
import { GroupCommit, type GroupStatements } from '../../src/database/transactions/group-commit.ts';
import { refusal } from '../support.ts';

/* mocha fails a test during which an exception or a rejection reaches the process. */

const thrown = new Error('thrown in a handler');
function throws(): never {
  throw thrown;
}

describe('a throw', () => {
  let handlers: HandlerLog;
  beforeEach(() => {
    handlers = handlerLog();
  });

  describe('in a commit of a group', () => {
    const entry = { name: 'test', isAlone: false, mayTakeLong: false };

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
});
