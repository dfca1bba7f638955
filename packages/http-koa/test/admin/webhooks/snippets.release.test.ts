import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ExternalTool, skipWithout } from '@shaon/testing';
import { expect } from 'chai';
import { LANGUAGES } from '../../../src/admin/pages/webhooks/snippets.ts';

const SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
const BODY = '{"event":"employee.created","data":{"name":"נועה 😀"}}';
const signedWith = (secret: string) => `sha256=${createHmac('sha256', secret).update(BODY).digest('hex')}`;
const SIGNATURE = signedWith(SECRET);

/** Behind a piece: a program that says `true false` for the right signature and for a wrong one. */
const PROGRAMS: Readonly<Record<string, { tool?: ExternalTool; file: string; end: string; args: string[] }>> = {
  node: {
    file: 'snippet.mjs',
    args: [],
    end: `const of = (signature) => isFromShaon(Buffer.from(process.argv[2]), { 'x-service-signature': signature });
console.log(of(process.argv[3]), of(process.argv[3].replace(/.$/, 'x')));`,
  },
  python: {
    tool: 'python',
    file: 'snippet.py',
    args: [],
    end: `
import sys

of = lambda signature: str(is_from_shaon(sys.argv[1].encode(), {"X-Service-Signature": signature})).lower()
print(of(sys.argv[2]), of(sys.argv[2][:-1] + "x"))`,
  },
  php: {
    tool: 'php',
    file: 'snippet.php',
    args: [],
    end: `$of = fn ($signature) => is_from_shaon($argv[1], $signature) ? 'true' : 'false';
echo $of($argv[2]), ' ', $of(substr($argv[2], 0, -1) . 'x');`,
  },
};

const GO_TEST = `package webhook

import (
	"net/http"
	"testing"
)

func TestIsFromShaon(t *testing.T) {
	for _, each := range []struct {
		secret, signature string
		expected          bool
	}{
		{"${SECRET}", "${SIGNATURE}", true},
		{"${SECRET}", "${SIGNATURE}x", false},
		{"", "${signedWith('')}", false},
	} {
		t.Setenv("WEBHOOK_SECRET", each.secret)
		header := http.Header{"X-Service-Signature": {each.signature}}
		if IsFromShaon([]byte(${JSON.stringify(BODY)}), header) != each.expected {
			t.Error(each)
		}
	}
}
`;

describe('the pieces of code that verify a signature', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'shaon-snippets-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  for (const [key, { tool, file, end, args }] of Object.entries(PROGRAMS)) {
    it(`do in ${key}`, function () {
      const program = tool === undefined ? process.execPath : skipWithout(this, tool);
      const code = LANGUAGES.find((language) => language.key === key)?.code('/hook') ?? '';
      writeFileSync(join(folder, file), `${code}\n${end}\n`);
      const answers = (secret: string, signature: string) => {
        const { stdout, stderr } = spawnSync(program, [...args, join(folder, file), BODY, signature], {
          encoding: 'utf8',
          env: { ...process.env, WEBHOOK_SECRET: secret },
        });
        return stdout.trim() || stderr;
      };
      expect(answers(SECRET, SIGNATURE)).to.equal('true false');
      expect(answers('', signedWith('')), 'an empty secret').to.equal('false false');
    });
  }

  it('do in go', function () {
    this.timeout(120_000);
    const go = skipWithout(this, 'go');
    const code = LANGUAGES.find((language) => language.key === 'go')?.code('/hook') ?? '';
    writeFileSync(join(folder, 'go.mod'), 'module webhook\n\ngo 1.19\n');
    writeFileSync(join(folder, 'webhook.go'), `${code}\n`);
    writeFileSync(join(folder, 'webhook_test.go'), GO_TEST);
    const { stdout, stderr, status } = spawnSync(go, ['test', '.'], { cwd: folder, encoding: 'utf8' });
    expect(status, stdout + stderr).to.equal(0);
  });

  it('name the path of the endpoint, and nothing of its query', () => {
    for (const { code } of LANGUAGES) expect(code('/shaon/events')).to.include('POST /shaon/events');
  });
});
