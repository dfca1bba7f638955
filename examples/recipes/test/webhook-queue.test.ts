import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signTestWebhook } from '@shaon/client-sdk/webhooks';
import Database from 'better-sqlite3';
import { expect } from 'chai';
import { Queue } from '../src/queue.ts';
import { type RunningProgram, start } from './running-program.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

describe('examples/recipes, a queue behind the receiver', () => {
  const folder = mkdtempSync(join(tmpdir(), 'shaon-queue-'));
  const environment = { QUEUE_FILE: join(folder, 'queue.sqlite'), SHAON_WEBHOOK_SECRETS: secret, PORT: '0' };
  let receiver: RunningProgram;
  let worker: RunningProgram;
  let url: string;

  before(async () => {
    receiver = await start('receive', [], environment);
    await receiver.printed('/shaon\n');
    url = /http:\S+/.exec(receiver.output())?.[0] ?? '';
  });
  after(async () => {
    for (const program of [receiver, worker]) program?.kill('SIGTERM');
    expect([await receiver?.ended, await worker?.ended]).to.deep.equal([0, 0]);
    rmSync(folder, { recursive: true, force: true });
  });

  const punchOut = (id: string, check_in: string, check_out: string) =>
    signTestWebhook({
      event: 'attendance.clocked_out',
      data: { employee_id: 17, attendance_id: 90, check_in, check_out },
      ...{ secret, id },
    });
  const deliver = async ({ method, headers, body }: Awaited<ReturnType<typeof punchOut>>) =>
    (await fetch(url, { method, headers, body })).status;

  it('is answered before anything is worked on, and keeps a delivery that comes again once', async () => {
    const morning = await punchOut('msg_1', '2026-10-05T09:00:00+03:00', '2026-10-05T12:00:00+03:00');
    expect(await deliver(morning)).to.equal(204);
    expect(await deliver(morning)).to.equal(204);
    await receiver.printed('again attendance.clocked_out msg_1');
    expect(await deliver({ ...morning, body: morning.body.replace('17', '18') })).to.equal(400);
  });

  it('survives kill -9 of the receiver, and is worked on later: hours without the break', async () => {
    receiver.kill('SIGKILL');
    expect(await receiver.ended).to.equal(null);
    receiver = await start('receive', [], environment);
    await receiver.printed('/shaon\n');
    url = /http:\S+/.exec(receiver.output())?.[0] ?? '';
    expect(await deliver(await punchOut('msg_2', '2026-10-05T12:30:00+03:00', '2026-10-05T17:00:00+03:00'))).to.equal(
      204,
    );

    worker = await start('work', [], environment);
    await worker.printed('employee 17 has 7.50 hours without breaks');
    expect(worker.output().split('\n').slice(0, 2)).to.deep.equal([
      'done attendance.clocked_out: employee 17 has 3.00 hours without breaks',
      'done attendance.clocked_out: employee 17 has 7.50 hours without breaks',
    ]);
  });

  it('tries what fails again, later each time, writes nothing of it, and goes on with the rest', () => {
    const file = join(folder, 'failing.sqlite');
    const queue = new Queue(file);
    const data = { employee_id: 1, attendance_id: 2, check_in: '2026-10-05T09:00:00+03:00' };
    for (const id of ['a', 'b'])
      queue.add({ event: 'attendance.clocked_in', data, sent_at: '', delivery: { id, attempt: 1, test: false } });
    const worked: (string | null)[] = [];
    const work: Parameters<Queue['takeNext']>[0] = ({ delivery }, database) => {
      database.exec("INSERT INTO segment (attendance_id, check_in) VALUES (1, 'x')");
      worked.push(delivery.id);
      if (delivery.id === 'a' && worked.length < 3) throw new Error('the other system is away');
      database.exec('DELETE FROM segment');
    };
    expect(queue.takeNext(work, 1_000)).to.equal(true);
    expect(queue.takeNext(work, 1_000), 'the next one').to.equal(true);
    expect(queue.takeNext(work, 1_999), 'not due yet').to.equal(false);
    expect(queue.takeNext(work, 2_000)).to.equal(true);
    expect(queue.takeNext(work, 9_000_000)).to.equal(false);
    expect(worked).to.deep.equal(['a', 'b', 'a']);
    const database = new Database(file, { readonly: true });
    expect(database.prepare('SELECT count(*) FROM segment').pluck().get()).to.equal(0);
    database.close();
  });
});
