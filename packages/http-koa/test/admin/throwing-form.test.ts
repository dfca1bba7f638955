import { Readable } from 'node:stream';
import { handlerLog } from '@shaon/testing';
import { expect } from 'chai';
import { readMultipart } from '../../src/admin/multipart.ts';

/* mocha fails a test during which an exception or a rejection reaches the process. */

describe('a throw while a part of a form is read', () => {
  it('refuses the form', async () => {
    const { log, failed } = handlerLog();
    const body = Readable.from([
      Buffer.from('--edge\r\nContent-Disposition: form-data\r\n\r\nnameless\r\n--edge--\r\n'),
    ]);
    const request = Object.assign(body, { headers: { 'content-type': 'multipart/form-data; boundary=edge' } });
    const refused = await readMultipart(request as never, { log }).catch((error: unknown) => error);
    expect(refused).to.have.property('kind', 'badRequest');
    expect(failed).to.deep.equal(['part of a form']);
  });
});
