import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { auditValues } from './audit-row.ts';
import { askedOf, bodyOf, digestOf, envelope, HEADERS, meter, type TokenFacts } from './call.ts';
import { newEmployee } from './new-employee.ts';
import { audit, close, create, findDepartments, findEmployee, findToken, listAttendance } from './postgres-store.ts';
import { employee, record } from './record.ts';

/* F4g: node:http and pg by hand, named statements, the audit rows of waiting calls in one commit. */

const port = Number(process.env.PORT);
const BASE = '/api/v1';

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const started = performance.now();
  const token = await findToken(digestOf(request));
  if (token === null) {
    response.writeHead(401).end();
    return;
  }
  meter(token.id);
  const [path = '', query = ''] = (request.url ?? '').slice(BASE.length).split('?', 2);
  const method = request.method ?? 'GET';
  const ip = request.socket.remoteAddress ?? '';
  const call = (route: string, status: number) =>
    auditValues(token, { method, route, path, query: query || null, ip, started, status }, new Date());
  if (method === 'POST') {
    const made = newEmployee(await bodyOf(request));
    send(response, 201, { data: employee(await create(made, call('/employees', 201))) });
    return;
  }
  const [route, body] = await read(path, query, token);
  await audit(call(route, 200));
  send(response, 200, body);
}

async function read(path: string, query: string, token: TokenFacts): Promise<[route: string, body: unknown]> {
  if (path === '/attendance') {
    const asked = askedOf(query);
    const { rows, total } = await listAttendance(asked, token.hasLocation);
    const data = rows.map((row) => record(row, token.hasLocation));
    return ['/attendance', envelope(data, asked, total, `http://127.0.0.1:${port}${BASE}/attendance`)];
  }
  if (path === '/departments') return ['/departments', { data: await findDepartments() }];
  const found = await findEmployee(Number(path.slice('/employees/'.length)));
  if (found === undefined) throw new Error(`no employee at ${path}`);
  return ['/employees/{id}', { data: employee(found) }];
}

function send(response: ServerResponse, status: number, body: unknown): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, { ...HEADERS, 'Content-Length': bytes.length }).end(bytes);
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    console.error(error);
    response.writeHead(500).end();
  });
}).listen(port, '127.0.0.1');
server.keepAliveTimeout = 65_000;

process.once('SIGTERM', () => {
  server.close(() => void close().then(() => process.exit()));
  server.closeAllConnections();
});
