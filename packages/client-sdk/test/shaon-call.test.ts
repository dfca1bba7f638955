import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { ShaonClient, UnauthorizedError } from '../src/index.ts';
import { readersProject } from './docs/snippets.ts';
import { thrownBy } from './small-service.ts';

const run = promisify(execFile);

function clientOf(status: number): { client: ShaonClient; count: () => number } {
  let count = 0;
  const fetch = async () => {
    count += 1;
    return Response.json({ message: 'x', data: [{ id: 3 }] }, { status, headers: { 'X-Request-Id': `r${count}` } });
  };
  return { client: new ShaonClient({ baseUrl: 'https://hr.example/api/v1', token: 't', fetch }), count: () => count };
}

describe('a call', () => {
  it('is one promise and one request, however often it is asked', async () => {
    const { client, count } = clientOf(200);
    const call = client.shifts.list();
    expect(call).to.be.instanceOf(Promise);
    const [data, first, second] = await Promise.all([call, call.withResponse(), call.withResponse()]);
    expect(data).to.deep.equal([{ id: 3 }]);
    expect(first.data).to.equal(data);
    expect(second.response).to.equal(first.response);
    expect(first.response).to.include({ method: 'GET', path: '/shifts', status: 200, requestId: 'r1' });
    expect(await call.then(([one]) => one?.id).finally(() => undefined)).to.equal(3);
    expect(count()).to.equal(1);
  });

  it('fails in the same way with the response and without', async () => {
    const call = clientOf(401).client.shifts.list();
    const error = await thrownBy(call.withResponse());
    expect(error).to.be.instanceOf(UnauthorizedError);
    expect(await thrownBy(call)).to.equal(error);
  });

  describe('that fails and', () => {
    const cases: [string, string, boolean][] = [
      ['is caught with its response', 'await call.withResponse().catch(() => undefined)', true],
      ['is caught', 'await call.catch(() => undefined)', true],
      ['of which nobody asks', '', false],
      ['whose response nobody awaits', 'call.withResponse()', false],
    ];
    for (const [what, asked, isQuiet] of cases)
      it(`${what} ${isQuiet ? 'ends no program' : 'is an unhandled rejection, once'}`, async () => {
        const project = await readersProject();
        try {
          const file = join(project, 'program.mjs');
          await writeFile(
            file,
            `import { ShaonClient } from '@shaon/client-sdk';
            let unhandled = 0;
            process.on('unhandledRejection', () => (unhandled += 1));
            const fetch = async () => Response.json({ message: 'x' }, { status: 401 });
            const call = new ShaonClient({ baseUrl: 'https://hr.example/api/v1', token: 't', fetch }).shifts.list();
            ${asked};
            setTimeout(() => console.log(unhandled), 50);`,
          );
          expect((await run(process.execPath, [file])).stdout).to.equal(isQuiet ? '0\n' : '1\n');
        } finally {
          await rm(project, { recursive: true, force: true });
        }
      });
  });
});
