import { ShaonError } from '@shaon/core';
import { expect } from 'chai';
import { describeError } from '../src/logging/described-error.ts';
import { callPort, inPort, notePortFault, portFaultOf } from '../src/port-fault.ts';
import { refusal } from './support.ts';

/** What the log may say of a fault with this message in a product's own port. */
async function toldOf(message: string): Promise<string | undefined> {
  const fail = () => Promise.reject(new Error(message));
  return portFaultOf(await refusal(callPort('crm', fail)))?.message;
}

describe('a fault in a port of the product', () => {
  it('is told by its message and its port, and a fault of ours by neither', async () => {
    const fault = await refusal(callPort('the event sink crm', () => Promise.reject(new Error('The queue is full'))));
    expect(describeError(fault)).to.include({ port: 'the event sink crm', message: 'The queue is full' });
    expect(describeError(new Error('The queue is full'))).not.to.have.any.keys('port', 'message');
  });

  it('keeps the innermost port, and leaves our own errors as they are', async () => {
    const inner = inPort('inner', () => {
      throw new Error('no');
    });
    expect(portFaultOf(await refusal(callPort('outer', async () => inner())))?.port).to.equal('inner');
    const ours = new ShaonError('not_found', 'Not found.');
    notePortFault(ours, 'crm');
    expect(portFaultOf(ours)).to.equal(null);
  });

  it('is told without secrets and without what is of a person', async () => {
    const messages: readonly [string, string][] = [
      ['connect to postgres://hr:sesame@db:5432/hr failed', 'connect to postgres://…@db:5432/hr failed'],
      ['GET https://crm.example/hook?key=sesame gave 403', 'GET https://crm.example/hook?… gave 403'],
      ['Authorization: Bearer sesame is refused', 'Authorization: … … is refused'],
      ['{"password":"open sesame"}', '{"password":…}'],
      ["api_key='sesame', retry", 'api_key=…, retry'],
      ['Key (email)=(dana@acme.example) already exists', 'Key (email)=(…@…) already exists'],
      ['no person 123456782, phone +972-50-123-4567', 'no person …, phone …'],
      ['shn_abcdefgh is revoked', 'shn_… is revoked'],
      ['AKIA0123456789ABCDEF01234567 is no key', '… is no key'],
      [
        'relation "hr_person_by_company_and_name" does not exist',
        'relation "hr_person_by_company_and_name" does not exist',
      ],
    ];
    for (const [message, told] of messages) expect(await toldOf(message)).to.equal(told);
    expect(await toldOf('x '.repeat(500_000))).to.have.lengthOf(301);
  });
});
