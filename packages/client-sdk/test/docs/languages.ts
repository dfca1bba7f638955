import { createHmac } from 'node:crypto';
import { basename } from 'node:path';
import type { ExternalTool } from '@shaon/testing';
import { otherSecret, secret, standardHeaders, vectors } from '../webhooks/vectors.ts';

export interface Case {
  /** base64, since the bytes must come through untouched. */
  body: string;
  headers: Record<string, string>;
  secrets: string[];
  tolerance: number;
  expected: boolean;
}

/** The shared vectors, and what must not pass. */
export function cases(): Case[] {
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
    { headers: { ...headers, 'webhook-timestamp': '9'.repeat(5_000) } },
    // Signed rightly: a sign in front leads some languages to numbers whose difference from now overflows.
    { headers: signedAt(first, '-1') },
    { headers: signedAt(first, `+${first.timestamp}`) },
    { headers: { 'webhook-id': first.id, 'webhook-timestamp': String(first.timestamp) } },
    { headers: {} },
  ];
  return [
    ...right,
    made(first, { secrets: [otherSecret, secret] }),
    ...wrong.map((change) => made(first, { ...change, expected: false })),
  ];
}

function signedAt({ id, body }: (typeof vectors.standardWebhooks)[number], timestamp: string): Record<string, string> {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const mac = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${mac}` };
}

/** How each language's snippet is run: the tool, Node without one, the commands that use it, the files beside the snippet. */
export interface Runner {
  tool?: ExternalTool;
  /** One after the other; what the last one prints counts. */
  commands: (program: string) => string[][];
  files: (snippet: string) => Record<string, string>;
}

export const runners: Record<string, Runner> = {
  node: {
    commands: (node) => [[node, 'driver.js']],
    files: (snippet) => ({
      'snippet.js': snippet,
      'driver.js': `import { readFileSync } from 'node:fs';
import { isFromShaon } from './snippet.js';
const all = JSON.parse(readFileSync('cases.json', 'utf8'));
console.log(JSON.stringify(all.map((c) => isFromShaon(Buffer.from(c.body, 'base64'), c.headers, c.secrets, c.tolerance))));`,
    }),
  },
  python: {
    tool: 'python',
    commands: (python) => [[python, 'driver.py']],
    files: (snippet) => ({
      'snippet.py': snippet,
      'driver.py': `import base64, json
from snippet import is_from_shaon
print(json.dumps([is_from_shaon(base64.b64decode(c["body"]), c["headers"], c["secrets"], c["tolerance"]) for c in json.load(open("cases.json", encoding="utf-8"))]))`,
    }),
  },
  php: {
    tool: 'php',
    commands: (php) => [[php, 'driver.php']],
    files: (snippet) => ({
      'snippet.php': snippet,
      'driver.php': `<?php
require 'snippet.php';
$all = json_decode(file_get_contents('cases.json'), true);
echo json_encode(array_map(fn($c) => isFromShaon(base64_decode($c['body']), $c['headers'], $c['secrets'], $c['tolerance']), $all));`,
    }),
  },
  csharp: {
    tool: 'csharp',
    commands: (program) =>
      basename(program) === 'mcs'
        ? [
            [program, '-out:driver.exe', 'Shaon.cs', 'Driver.cs'],
            ['mono', 'driver.exe'],
          ]
        : [[program, 'run']],
    files: (snippet) => ({
      'Shaon.cs': snippet,
      'cases.txt': cases().map(inLines).join(''),
      'Driver.cs': `using System;
using System.Collections.Generic;
using System.IO;

public static class Driver
{
    public static void Main()
    {
        var results = new List<string>();
        var body = new byte[0];
        var headers = new Dictionary<string, string>();
        var secrets = new List<string>();
        foreach (var line in File.ReadAllLines("cases.txt"))
        {
            var part = line.Split(new[] { ' ' }, 3);
            if (part[0] == "body") body = Convert.FromBase64String(part[1]);
            if (part[0] == "secret") secrets.Add(part[1]);
            if (part[0] == "header") headers[part[1]] = part[2];
            if (part[0] != "check") continue;
            results.Add(Shaon.IsFromShaon(body, headers, secrets, long.Parse(part[1])) ? "true" : "false");
            headers = new Dictionary<string, string>();
            secrets = new List<string>();
        }
        Console.WriteLine("[" + string.Join(",", results) + "]");
    }
}`,
      'driver.csproj': `<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup><OutputType>Exe</OutputType><TargetFramework>net8.0</TargetFramework><RollForward>Major</RollForward></PropertyGroup>
</Project>`,
    }),
  },
  go: {
    tool: 'go',
    commands: (go) => [[go, 'run', '.']],
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

/** A case for a language whose two families share no JSON parser. */
function inLines({ body, headers, secrets, tolerance }: Case): string {
  const lines = [
    `body ${body}`,
    ...secrets.map((one) => `secret ${one}`),
    ...Object.entries(headers).map(([name, value]) => `header ${name} ${value}`),
    `check ${tolerance}`,
  ];
  return lines.map((line) => `${line}\n`).join('');
}
