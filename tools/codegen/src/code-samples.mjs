// Programs that call each operation, in five languages. They contain the address of the contract's first server, which
// the host replaces by its own.
import { sdkMethodOf } from './sdk-methods.mjs';

const BASE_URL = 'https://shaon.example/api/v1';

const LANGUAGES = [
  { lang: 'Shell', label: 'curl', write: curl },
  { lang: 'TypeScript', label: 'TypeScript', write: typeScript },
  { lang: 'Python', label: 'Python', write: python },
  { lang: 'PHP', label: 'PHP', write: php },
  { lang: 'C#', label: 'C#', write: cSharp },
];

/** By operation: `{ lang, label, source }` for each language, as `x-codeSamples` has them. */
export function codeSamples(contract) {
  return Object.fromEntries(
    Object.entries(contract.paths).flatMap(([path, item]) =>
      ['get', 'post', 'patch']
        .filter((method) => item[method] !== undefined)
        .map((method) => {
          const call = callOf(contract, path, method, item);
          const samples = LANGUAGES.map(({ lang, label, write }) => ({ lang, label, source: write(call) }));
          return [item[method].operationId, samples];
        }),
    ),
  );
}

function callOf(contract, path, method, item) {
  const follow = (node) =>
    node?.$ref === undefined
      ? node
      : follow(
          node.$ref
            .slice(2)
            .split('/')
            .reduce((found, part) => found[part], contract),
        );
  const { operationId, parameters = [], requestBody, responses } = item[method];
  const all = [...(item.parameters ?? []), ...parameters].map(follow);
  const id = all.find((parameter) => parameter.in === 'path')?.example;
  // Two filters are enough as an example.
  const filter = all.filter(({ in: place, name }) => place === 'query' && !/^(per_)?page$/.test(name)).slice(0, 2);
  const query = filter.map(({ name, example }) => [name, example]);
  const [example] = Object.values(requestBody?.content['application/json'].examples ?? {});
  const success = Object.values(responses)[0].content['application/json'].schema;
  return {
    method: method.toUpperCase(),
    operationId,
    id,
    query,
    body: example === undefined ? undefined : follow(example).value,
    isPaginated: follow(success).properties.links !== undefined,
    url: `${BASE_URL}${path.replace('{id}', id)}${query.length === 0 ? '' : `?${new URLSearchParams(query)}`}`,
  };
}

function curl({ method, url, body }) {
  return lines([
    `curl --fail-with-body${method === 'GET' ? '' : ` -X ${method}`} '${url}' \\`,
    "  -H 'Accept: application/json' \\",
    ...(body === undefined ? [] : ["  -H 'Content-Type: application/json' \\", `  --data ${shellText(body)} \\`]),
    '  -H "Authorization: Bearer $SHAON_TOKEN"',
  ]);
}

function typeScript({ operationId, id, query, body, isPaginated }) {
  const name = sdkMethodOf(operationId).replace(/\(.*/, '');
  const given = query.length === 0 ? [] : [literal(Object.fromEntries(query), javaScript)];
  const called = [...(id === undefined ? [] : [String(id)]), ...given];
  const call = `shaon.${name}(${[...called, ...(body === undefined ? [] : [literal(body, javaScript)])].join(', ')})`;
  return lines([
    "import { ShaonClient } from '@shaon/client-sdk';",
    '',
    `const shaon = new ShaonClient({ baseUrl: '${BASE_URL}', token: process.env.SHAON_TOKEN ?? '' });`,
    isPaginated ? `for await (const record of ${call}) console.log(record);` : `console.log(await ${call});`,
  ]);
}

function python({ method, url, body, isPaginated }) {
  const headers = ['"Authorization": "Bearer " + os.environ["SHAON_TOKEN"]', '"Accept": "application/json"'];
  if (body !== undefined) headers.push('"Content-Type": "application/json"');
  const request = (address, indent) =>
    [
      'request = urllib.request.Request(',
      `    ${address},`,
      ...(method === 'GET' ? [] : [`    method="${method}",`]),
      ...(body === undefined ? [] : [`    data=json.dumps(${literal(body, pythonStyle, '    ')}).encode(),`]),
      '    headers={',
      ...headers.map((header) => `        ${header},`),
      '    },',
      ')',
    ].map((line) => indent + line.replaceAll('\n', `\n${indent}`));
  const head = ['import json', 'import os', 'import urllib.request', ''];
  if (!isPaginated)
    return lines([
      ...head,
      ...request(`"${url}"`, ''),
      'with urllib.request.urlopen(request) as response:',
      '    print(json.load(response)["data"])',
    ]);
  return lines([
    ...head,
    `url = "${url}"`,
    'while url is not None:',
    ...request('url', '    '),
    '    with urllib.request.urlopen(request) as response:',
    '        page = json.load(response)',
    '    for record in page["data"]:',
    '        print(record)',
    '    url = page["links"]["next"]',
  ]);
}

function php({ method, url, body, isPaginated }) {
  const type = body === undefined ? '' : '\\r\\nContent-Type: application/json';
  const context = [
    "$context = stream_context_create(['http' => [",
    `    'method' => '${method}',`,
    `    'header' => "Accept: application/json${type}\\r\\nAuthorization: Bearer " . getenv('SHAON_TOKEN'),`,
    ...(body === undefined ? [] : [`    'content' => json_encode(${literal(body, phpStyle, '    ')}),`]),
    ']]);',
  ];
  const get = (address) => [
    `$answer = file_get_contents(${address}, false, $context);`,
    'if ($answer === false) {',
    '    exit(1);',
    '}',
  ];
  if (!isPaginated)
    return lines(['<?php', ...context, ...get(`'${url}'`), "print_r(json_decode($answer, true)['data']);"]);
  return lines([
    '<?php',
    ...context,
    `$url = '${url}';`,
    'while ($url !== null) {',
    ...get('$url').map((line) => `    ${line}`),
    '    $page = json_decode($answer, true);',
    "    foreach ($page['data'] as $record) {",
    '        print_r($record);',
    '    }',
    "    $url = $page['links']['next'];",
    '}',
  ]);
}

function cSharp({ method, url, body, isPaginated }) {
  const json = body === undefined ? '' : JSON.stringify(body).replaceAll('"', '""');
  return lines([
    'using System;',
    'using System.Net.Http;',
    'using System.Net.Http.Headers;',
    'using System.Text;',
    'using System.Threading.Tasks;',
    '',
    'public static class Program',
    '{',
    '    public static async Task Main()',
    '    {',
    '        var token = Environment.GetEnvironmentVariable("SHAON_TOKEN");',
    '        var client = new HttpClient();',
    '        client.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", token);',
    '        client.DefaultRequestHeaders.Accept.ParseAdd("application/json");',
    `        var request = new HttpRequestMessage(new HttpMethod("${method}"), "${url}");`,
    ...(body === undefined
      ? []
      : [`        request.Content = new StringContent(@"${json}", Encoding.UTF8, "application/json");`]),
    '        var response = await client.SendAsync(request);',
    '        response.EnsureSuccessStatusCode();',
    ...(isPaginated ? ['        // One page. The next one is at links.next, until that is null.'] : []),
    '        Console.WriteLine(await response.Content.ReadAsStringAsync());',
    '    }',
    '}',
  ]);
}

const javaScript = {
  open: '{ ',
  close: ' }',
  step: '  ',
  name: (name) => `${name}: `,
  text: singleQuoted,
  none: 'null',
};
const pythonStyle = {
  open: '{',
  close: '}',
  step: '    ',
  name: (name) => `"${name}": `,
  text: JSON.stringify,
  none: 'None',
};
const phpStyle = {
  open: '[',
  close: ']',
  step: '    ',
  name: (name) => `'${name}' => `,
  text: singleQuoted,
  none: 'null',
};

/** A flat object in the language's syntax: on one line, or with many members one per line. */
function literal(value, { open, close, step, name, text, none }, indent = '') {
  const members = Object.entries(value).map(([key, member]) => {
    const written = typeof member === 'string' ? text(member) : member === null ? none : String(member);
    return name(key) + written;
  });
  if (members.length <= 2) return `${open}${members.join(', ')}${close}`;
  return `${open.trim()}\n${members.map((member) => `${indent}${step}${member},\n`).join('')}${indent}${close.trim()}`;
}

function singleQuoted(text) {
  return `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
}

function shellText(body) {
  return `'${JSON.stringify(body).replaceAll("'", "'\\''")}'`;
}

function lines(all) {
  return `${all.join('\n')}\n`;
}
