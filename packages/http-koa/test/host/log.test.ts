import { ShaonError } from '@shaon/core';
import { expect } from 'chai';
import { createLog } from '../../src/host/log.ts';

describe('the log', () => {
  function logged(write: (log: ReturnType<typeof createLog>) => void): string {
    const lines: string[] = [];
    write(createLog({ level: 'trace', to: { write: (line: string) => lines.push(line) } }));
    return lines.join('');
  }

  it('keeps the messages of our own errors and drops those of others, which may hold values', () => {
    const driver = Object.assign(new Error('Key (email)=(noa@example.test) exists'), {
      code: '23505',
      parameters: ['noa@example.test'],
    });
    const text = logged((log) => {
      log.error({ err: new ShaonError('not_found', 'Not found.', {}, { cause: driver }) }, 'failed');
      log.error({ err: new SyntaxError('Unexpected token in "123456782"') }, 'failed');
      log.error({ err: 'secret text' }, 'failed');
      log.error({ error: 'RangeError', facts: { reason: driver } }, 'failed');
      for (const code of ['database_unavailable', 'SQLITE_FULL', '57P01']) log.warn({ error: code }, 'failed');
    });
    expect(text).to.include('Not found.').and.include('23505').and.include('log.test.ts').and.include('RangeError');
    expect(text).to.include('database_unavailable').and.include('SQLITE_FULL').and.include('57P01');
    expect(text).to.not.include('noa@').and.not.include('123456782').and.not.include('secret text');
  });

  it('says what a programming error is about, without the name of what was read', () => {
    const text = logged((log) => log.error({ err: thrown(() => read({})) }, 'failed'));
    expect(text).to.include('Cannot read properties of undefined').and.not.include('123456782');
  });

  it('leaves out what lies under a telling name, and the query of a URL', () => {
    const text = logged((log) => {
      const request = { headers: { Authorization: 'Bearer shn_x', cookie: 'sid=shn_x' }, token: 'shn_x' };
      log.info(
        { request, url: '/api/v1/employees?token=shn_x', password: 'shn_x', list: [{ body: 'shn_x' }] },
        'request',
      );
    });
    expect(text).to.include('/api/v1/employees"').and.not.include('shn_x');
  });

  it('is lines for people on a terminal, with nothing that would steer it', () => {
    const lines: string[] = [];
    const log = createLog({ level: 'info', to: { isTTY: true, write: (line: string) => lines.push(line) } });
    log.info({ listening: 'http://127.0.0.1:8080', metricsPort: null }, 'Shaon is ready');
    log.warn({ file: 'a b\u001b[2J\u202e', list: [1] }, 'Keys\u009b were made');
    const [ready, keys] = lines.map((line) => line.replace(/^\d\d:\d\d:\d\d /, ''));
    expect(ready).to.equal('Shaon is ready, listening=http://127.0.0.1:8080, metricsPort=null\n');
    expect(keys).to.equal('warn: Keys\\u{9b} were made, file="a b\\u001b[2J\\u{202e}", list=[1]\n');
  });
});

function read(of: Record<string, Record<string, string>>): unknown {
  return of.nobody!['123456782'];
}

function thrown(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}
