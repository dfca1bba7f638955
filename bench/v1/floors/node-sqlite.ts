import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { auditValues } from './audit-row.ts';
import { askedOf, bodyOf, digestOf, HEADERS, meter, type TokenFacts } from './call.ts';
import { newEmployee } from './new-employee.ts';
import { employee } from './record.ts';
import { pageText } from './record-text.ts';
import { audit, close, create, findDepartments, findEmployee, findToken, listAttendance } from './sqlite-store.ts';

/* F0g: node:http and better-sqlite3 by hand, the audit rows of one turn in one commit, a page's bytes made before it. */

const port = Number(process.env.PORT);
const BASE = '/api/v1';

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const started = performance.now();
  const token = findToken(digestOf(request));
  if (token === null) {
    response.writeHead(401).end();
    return;
  }
  meter(token.id);
  const [path = '', query = ''] = (request.url ?? '').slice(BASE.length).split('?', 2);
  const method = request.method ?? 'GET';
  const ip = request.socket.remoteAddress ?? '';
  const call = (route: string, status: number) =>
    auditValues(token, { method, route, path, query: query || null, ip, started, status }, Date.now());
  if (method === 'POST') {
    const made = newEmployee(await bodyOf(request));
    send(response, 201, bytesOf({ data: employee(await create(made, call('/employees', 201))) }));
    return;
  }
  const [route, bytes] = read(path, query, token);
  await audit(call(route, 200));
  send(response, 200, bytes);
}

function read(path: string, query: string, token: TokenFacts): [route: string, bytes: Buffer] {
  if (path === '/attendance') {
    const asked = askedOf(query);
    const { rows, total } = listAttendance(asked, token.hasLocation);
    const address = `http://127.0.0.1:${port}${BASE}/attendance`;
    return ['/attendance', Buffer.from(pageText(rows, token.hasLocation, asked, total, address))];
  }
  if (path === '/departments') return ['/departments', bytesOf({ data: findDepartments() })];
  const found = findEmployee(Number(path.slice('/employees/'.length)));
  if (found === undefined) throw new Error(`no employee at ${path}`);
  return ['/employees/{id}', bytesOf({ data: employee(found) })];
}

const bytesOf = (body: unknown) => Buffer.from(JSON.stringify(body));

function send(response: ServerResponse, status: number, bytes: Buffer): void {
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
  server.close(() => {
    close();
    process.exit();
  });
  server.closeAllConnections();
});
