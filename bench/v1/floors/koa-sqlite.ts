import Koa, { type Context } from 'koa';
import { auditValues } from './audit-row.ts';
import { askedOf, bodyOf, digestOf, envelope, HEADERS, meter, type TokenFacts } from './call.ts';
import { newEmployee } from './new-employee.ts';
import { employee, record } from './record.ts';
import { audit, close, create, findDepartments, findEmployee, findToken, listAttendance } from './sqlite-store.ts';

/* F1: Koa and better-sqlite3 by hand, objects and JSON.stringify, the audit rows of one turn in one commit. */

const port = Number(process.env.PORT);
const BASE = '/api/v1';

const app = new Koa();
app.use(async (ctx) => {
  const started = performance.now();
  const token = findToken(digestOf(ctx.req));
  if (token === null) {
    ctx.status = 401;
    return;
  }
  meter(token.id);
  const path = ctx.path.slice(BASE.length);
  const call = (route: string, status: number) =>
    auditValues(
      token,
      { method: ctx.method, route, path, query: ctx.querystring || null, ip: ctx.ip, started, status },
      Date.now(),
    );
  if (ctx.method === 'POST') {
    const made = newEmployee(await bodyOf(ctx.req));
    send(ctx, 201, { data: employee(await create(made, call('/employees', 201))) });
    return;
  }
  const [route, body] = read(ctx, path, token);
  await audit(call(route, 200));
  send(ctx, 200, body);
});

function read(ctx: Context, path: string, token: TokenFacts): [route: string, body: unknown] {
  if (path === '/attendance') {
    const asked = askedOf(ctx.querystring);
    const { rows, total } = listAttendance(asked, token.hasLocation);
    const data = rows.map((row) => record(row, token.hasLocation));
    return ['/attendance', envelope(data, asked, total, `http://127.0.0.1:${port}${BASE}/attendance`)];
  }
  if (path === '/departments') return ['/departments', { data: findDepartments() }];
  const found = findEmployee(Number(path.slice('/employees/'.length)));
  if (found === undefined) ctx.throw(404);
  return ['/employees/{id}', { data: employee(found) }];
}

function send(ctx: Context, status: number, body: unknown): void {
  ctx.status = status;
  ctx.set(HEADERS);
  ctx.body = Buffer.from(JSON.stringify(body));
}

const server = app.listen(port, '127.0.0.1');
server.keepAliveTimeout = 65_000;
process.once('SIGTERM', () => {
  server.close(() => {
    close();
    process.exit();
  });
  server.closeAllConnections();
});
