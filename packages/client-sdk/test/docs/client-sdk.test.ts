import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { answerAsService } from '../miniature.ts';
import { type SmallService, startService } from '../small-service.ts';
import { readersProject, snippetOf, snippetsOf } from './snippets.ts';

const run = promisify(execFile);

const printed: Record<string, string> = {
  first: '3 x\n4 y\n',
  lists: 'minutes 540\npage 2 of 5\n',
  errors: "refused [ 'date_from' ]\nnobody 404 true\n",
  create: 'hired active\nnow frozen\n',
  signal: 'presets 1\n',
  fake: '3\n',
};

describe('docs/client-sdk.md', () => {
  let service: SmallService;
  let project: string;

  before(async () => {
    let baseUrl = '';
    const answer = answerAsService(() => baseUrl);
    service = await startService((request, response) => {
      const { status, body, headers } = answer({ ...request, header: (name) => request.headers[name] as string });
      response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', ...headers });
      response.end(JSON.stringify(body));
    });
    baseUrl = service.baseUrl;
    project = await readersProject();
  });
  after(async () => {
    await service.close();
    await rm(project, { recursive: true, force: true });
  });

  it('has no program that is not run here', async () => {
    const programs = (await snippetsOf('client-sdk.md')).filter(({ language }) => language === 'js');
    expect(programs.map(({ name }) => name)).to.deep.equal(Object.keys(printed));
  });

  for (const [name, expected] of Object.entries(printed))
    it(`prints what it says: ${name}`, async () => {
      const file = join(project, `${name}.js`);
      await writeFile(file, await snippetOf('client-sdk.md', name));
      const env = { ...process.env, SHAON_URL: service.baseUrl, SHAON_TOKEN: 'shn_all', NO_COLOR: '1' };
      const { stdout } = await run(process.execPath, [file], { env });
      expect(stdout).to.equal(expected);
    });
});
