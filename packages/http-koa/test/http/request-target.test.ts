import { expect } from 'chai';
import { readRequestTarget, targetText } from '../../src/http/request-target.ts';
import { NO_HOST } from '../no-host.ts';

describe('the target of a request (D:A14)', () => {
  const refused = [
    '',
    '*',
    'employees',
    '//a@[#',
    'http://[/api/v1/employees',
    'http://[::1/api/v1/employees',
    ...NO_HOST,
    '//user:pass@[/#',
    '//u@[/api/v1/employees#x',
    '/a#b',
    '/a b',
    '/a\tb',
    '/a\u007Fb',
    'http://',
    'https:///x',
    'http://user@host/api',
    'ftp://host/x',
    'host:443',
    'http://host/a#b',
  ];
  for (const target of refused) {
    it(`refuses ${JSON.stringify(target)}`, () => expect(readRequestTarget(target)).to.equal(null));
  }

  const taken: readonly (readonly [string, string, string])[] = [
    ['/', '/', ''],
    ['/api/v1/employees?x=1&y=2', '/api/v1/employees', 'x=1&y=2'],
    ['//a@[', '//a@[', ''],
    ['/a?', '/a', ''],
    ['/a?b?c', '/a', 'b?c'],
    ['http://host/api/v1', '/api/v1', ''],
    ['HTTPS://[::1]:8080/x?y', '/x', 'y'],
    ['http://host', '/', ''],
    ['http://host?y', '/', 'y'],
    // The bytes of a Hebrew letter, one character each, as Node gives them.
    ['/a?type=\u00D7\u00A0', '/a', 'type=%D7%A0'],
  ];
  for (const [target, path, query] of taken) {
    it(`reads ${JSON.stringify(target)}`, () => expect(readRequestTarget(target)).to.deep.equal({ path, query }));
  }

  it('reads each of several in turn', () => {
    const asked = ['/a?x=1', '/a?x=2', '*', '/a?x=1', '/a?x=1', '*', '/a'];
    const read = asked.map((target) => readRequestTarget(target)?.query ?? null);
    expect(read).to.deep.equal(['x=1', 'x=2', null, 'x=1', 'x=1', null, '']);
  });

  it('gives the text back', () => expect(targetText({ path: '/a', query: 'b=c' })).to.equal('/a?b=c'));
});
