import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { verifyWebhook } from '../../src/webhooks/index.ts';
import { otherSecret, secret, standardHeaders, vectors } from '../webhooks/vectors.ts';
import { readersProject, snippetOf, snippetsOf } from './snippets.ts';

const run = promisify(execFile);
const page = 'webhooks-for-receivers.md';

interface Case {
  /** base64, since the bytes must come through untouched. */
  body: string;
  headers: Record<string, string>;
  secrets: string[];
  tolerance: number;
  expected: boolean;
}

/** The shared vectors, and what must not pass. */
function cases(): Case[] {
  const made = (vector: (typeof vectors.standardWebhooks)[number], change: Partial<Case> = {}): Case => ({
    body: Buffer.from(vector.body).toString('base64'),
    headers: standardHeaders(vector),
    secrets: [vector.secret],
    tolerance: 4_000_000_000,
    expected: true,
    ...change,
  });
  const right = vectors.standardWebhooks.map((vector) => made(vector));
  const [first] = vectors.standardWebhooks;
  if (first === undefined) throw new Error('there are no vectors');
  const headers = standardHeaders(first);
  const wrong: Partial<Case>[] = [
    { body: Buffer.from(`${first.body} `).toString('base64') },
    { secrets: [otherSecret] },
    { secrets: ['whsec_'] },
    { secrets: [] },
    { tolerance: 300 },
    { headers: { ...headers, 'webhook-id': 'msg_0' } },
    { headers: { ...headers, 'webhook-timestamp': '1e9' } },
    { headers: { 'webhook-id': first.id, 'webhook-timestamp': String(first.timestamp) } },
    { headers: {} },
  ];
  return [
    ...right,
    made(first, { secrets: [otherSecret, secret] }),
    ...wrong.map((change) => made(first, { ...change, expected: false })),
  ];
}

/** How each language's snippet is run: the files beside it, the command, and how to get that. */
interface Runner {
  command: string;
  version: string[];
  args: string[];
  files: (snippet: string) => Record<string, string>;
  install: string;
}

const runners: Record<string, Runner> = {
  node: {
    command: process.execPath,
    version: ['--version'],
    args: ['driver.js'],
    install: '',
    files: (snippet) => ({
      'snippet.js': snippet,
      'driver.js': `import { readFileSync } from 'node:fs';
import { isFromShaon } from './snippet.js';
const all = JSON.parse(readFileSync('cases.json', 'utf8'));
console.log(JSON.stringify(all.map((c) => isFromShaon(Buffer.from(c.body, 'base64'), c.headers, c.secrets, c.tolerance))));`,
    }),
  },
  python: {
    command: process.env.PYTHON ?? 'python3',
    version: ['--version'],
    args: ['driver.py'],
    install: 'apt-get install python3',
    files: (snippet) => ({
      'snippet.py': snippet,
      'driver.py': `import base64, json
from snippet import is_from_shaon
print(json.dumps([is_from_shaon(base64.b64decode(c["body"]), c["headers"], c["secrets"], c["tolerance"]) for c in json.load(open("cases.json", encoding="utf-8"))]))`,
    }),
  },
  php: {
    command: process.env.PHP ?? 'php',
    version: ['--version'],
    args: ['driver.php'],
    install: 'apt-get install php-cli',
    files: (snippet) => ({
      'snippet.php': snippet,
      'driver.php': `<?php
require 'snippet.php';
$all = json_decode(file_get_contents('cases.json'), true);
echo json_encode(array_map(fn($c) => isFromShaon(base64_decode($c['body']), $c['headers'], $c['secrets'], $c['tolerance']), $all));`,
    }),
  },
  csharp: {
    command: process.env.DOTNET ?? 'dotnet',
    version: ['--version'],
    args: ['run'],
    install: 'the .NET SDK',
    files: (snippet) => ({
      'Shaon.cs': snippet,
      'Driver.cs': `using System.Text.Json;
var all = JsonDocument.Parse(System.IO.File.ReadAllText("cases.json")).RootElement.EnumerateArray();
System.Console.WriteLine("[" + string.Join(",", System.Linq.Enumerable.Select(all, c => Shaon.IsFromShaon(
    System.Convert.FromBase64String(c.GetProperty("body").GetString()!),
    c.GetProperty("headers").Deserialize<System.Collections.Generic.Dictionary<string, string>>()!,
    c.GetProperty("secrets").Deserialize<string[]>()!,
    c.GetProperty("tolerance").GetInt64()) ? "true" : "false")) + "]");`,
      'driver.csproj': `<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup><OutputType>Exe</OutputType><TargetFramework>net8.0</TargetFramework><RollForward>Major</RollForward></PropertyGroup>
</Project>`,
    }),
  },
  go: {
    command: process.env.GO ?? 'go',
    version: ['version'],
    args: ['run', '.'],
    install: 'apt-get install golang-go',
    files: (snippet) => ({
      'shaon/shaon.go': snippet,
      'go.mod': 'module driver\n\ngo 1.19\n',
      'main.go': `package main

import (
	"driver/shaon"
	"encoding/json"
	"net/http"
	"os"
	"time"
)

func main() {
	var all []struct {
		Body      []byte
		Headers   map[string]string
		Secrets   []string
		Tolerance int64
	}
	text, _ := os.ReadFile("cases.json")
	if err := json.Unmarshal(text, &all); err != nil {
		panic(err)
	}
	results := []bool{}
	for _, c := range all {
		headers := http.Header{}
		for name, value := range c.Headers {
			headers.Set(name, value)
		}
		results = append(results, shaon.IsFromShaon(c.Body, headers, c.Secrets, time.Duration(c.Tolerance)*time.Second))
	}
	json.NewEncoder(os.Stdout).Encode(results)
}
`,
    }),
  },
};

describe('docs/webhooks-for-receivers.md', function () {
  this.timeout(120_000);
  let project: string;

  before(async () => {
    project = await readersProject();
  });
  after(() => rm(project, { recursive: true, force: true }));

  it('has no program that is not run here', async () => {
    const names = (await snippetsOf(page)).map(({ name }) => name);
    expect(names).to.have.members(['request', 'node-sdk', 'sign-test', ...Object.keys(runners)]);
  });

  it('shows a request that verifies', async () => {
    const [head = '', body = ''] = (await snippetOf(page, 'request')).split('\n\n');
    const lines = head
      .split('\n')
      .slice(1)
      .map((line) => line.split(': ') as [string, string]);
    const options = { toleranceSeconds: Number.POSITIVE_INFINITY };
    const event = await verifyWebhook(body, Object.fromEntries(lines), secret, options);
    expect(event.event).to.equal(Object.fromEntries(lines)['X-Service-Event']);
    const service = { scheme: 'service-signature' } as const;
    expect((await verifyWebhook(body, Object.fromEntries(lines), secret, service)).data).to.deep.equal(event.data);
  });

  for (const [language, runner] of Object.entries(runners))
    it(`verifies the shared vectors in ${language}`, async function () {
      const there = await run(runner.command, runner.version).then(
        () => true,
        () => false,
      );
      if (!there) {
        this.test!.title += ` (not here; ${runner.install})`;
        this.skip();
      }
      const directory = join(project, language);
      const all = cases();
      const files = { ...runner.files(await snippetOf(page, language)), 'cases.json': JSON.stringify(all) };
      for (const [name, text] of Object.entries(files)) {
        await mkdir(join(directory, name, '..'), { recursive: true });
        await writeFile(join(directory, name), text);
      }
      const { stdout } = await run(runner.command, runner.args, { cwd: directory });
      expect(JSON.parse(stdout)).to.deep.equal(all.map(({ expected }) => expected));
    });

  it('has a receiver that takes what signTestWebhook signs', async () => {
    const port = await freePort();
    const env = {
      ...process.env,
      PORT: String(port),
      SHAON_WEBHOOK_SECRETS: `${secret},${otherSecret}`,
      RECEIVER_URL: `http://127.0.0.1:${port}/`,
    };
    await writeFile(join(project, 'receiver.js'), await snippetOf(page, 'node-sdk'));
    await writeFile(join(project, 'sign.js'), await snippetOf(page, 'sign-test'));
    const receiver = spawn(process.execPath, ['receiver.js'], {
      cwd: project,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      await listening(port);
      const heard = once(receiver.stdout, 'data');
      const { stdout } = await run(process.execPath, ['sign.js'], { cwd: project, env });
      expect(stdout).to.equal('204\n');
      expect(String((await heard)[0])).to.match(/^new: דנה לוי delivery msg_/);
    } finally {
      receiver.kill();
      await once(receiver, 'exit');
    }
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function listening(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const there = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
    if (there) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the receiver did not start');
}
