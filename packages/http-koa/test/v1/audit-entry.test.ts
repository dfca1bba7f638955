import { expect } from 'chai';
import { auditEntryOf, type CallRecord } from '../../src/v1/audit-entry.ts';

describe('the path in an audit row', () => {
  const call: CallRecord = {
    requestId: 'x',
    startedAt: 0,
    at: new Date(),
    method: 'GET',
    path: '/',
    isTargetValid: false,
    ip: '127.0.0.1',
    actor: null,
    route: null,
    ability: null,
    recognised: [],
    ignored: [],
    detail: null,
  };
  const pathOf = (path: string) => auditEntryOf({ ...call, path }, 400).path;

  it('holds nothing that cannot be stored, of a target that is no path', () => {
    expect(pathOf('a\0b\r\n\u007F\u0085\uD800?x=\0')).to.equal('a%00b%0D%0A%7F%C2%85\uFFFD');
  });

  it('holds no log-in', () => {
    expect(pathOf('http://dana:hush@host/x')).to.equal('http://…@host/x');
    expect(pathOf('//dana:hush@[/#')).to.equal('//…@[/#');
  });

  it('is cut at 512 characters, and the query at 2,048', () => {
    expect(pathOf(`/${'x'.repeat(600)}`)).to.have.lengthOf(512);
    const { query } = auditEntryOf({ ...call, recognised: [['status', 'x'.repeat(3_000)]] }, 200);
    expect(query).to.have.lengthOf(2_048);
  });
});
