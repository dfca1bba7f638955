import { expect } from 'chai';
import type { ConfidentialKind } from '../confidential-values.ts';
import { RecordedAnswers } from '../recorded-answers.ts';

const VALUES = new Map<string, ConfidentialKind>([
  ['012345674', 'id number'],
  ['12345674', 'id number'],
  ['7391.27', 'amount'],
  ['Kx7mPq2RtWz9', 'password'],
]);

describe('the search of recorded answers', () => {
  const searched = (text: string, values = VALUES) => {
    const answers = new RecordedAnswers();
    answers.record(text);
    answers.record('HTTP/1.1 200 OK');
    return () => answers.assertWithout(values);
  };

  it('finds a value in a body or a header, as text, as number, padded or not', () => {
    for (const [text, kind] of [
      ['{"x":"012345674"}', 'id number'],
      ['{"x":12345674}', 'id number'],
      ['x-name: 12345674\n\n{}', 'id number'],
      ['{"x":7391.27}', 'amount'],
      ['{"x":"7391.2700"}', 'amount'],
      ['{"message":"Kx7mPq2RtWz9 is wrong"}', 'password'],
      [`{"x":"shn_${'a'.repeat(43)}"}`, 'token'],
      [`{"x":"whsec_${'A'.repeat(44)}"}`, 'signing secret'],
    ]) {
      expect(searched(String(text)), text).to.throw(String(kind));
    }
  });

  it('takes no longer number for one that it holds', () => {
    for (const text of ['{}', '{"x":9123456741}', '{"x":"0501234567"}', '{"x":739.127}', '{"x":"shn_abcd"}']) {
      expect(searched(text), text).not.to.throw();
    }
  });

  it('lets the links of a list repeat the query of their caller, and nothing else', () => {
    const told = (body: string) => {
      const answers = new RecordedAnswers();
      answers.recordResponse(new Headers(), body, '/employees?status=12345674&page=2');
      return () => answers.assertWithout(VALUES);
    };
    expect(told('{"links":{"first":"https://hr.example/employees?status=12345674&page=1"}}')).not.to.throw();
    expect(told('{"data":{"status":"12345674"}}')).to.throw('id number');
  });

  it('searches for what was sent too, whether it was stored or not', () => {
    for (const body of [{ id_number: '20000018' }, { password: 'hunter2' }]) {
      const answers = new RecordedAnswers();
      answers.recordRequest(body);
      expect(() => answers.assertWithout(new Map())).not.to.throw();
      answers.recordResponse(new Headers({ 'X-Told': Object.values(body)[0] as string }), '{}');
      expect(() => answers.assertWithout(new Map())).to.throw('An answer holds');
    }
  });
});
