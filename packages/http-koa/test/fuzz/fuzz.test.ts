import { createCore } from '@shaon/core';
import { daySeed, onEachDatabase, rawSql, runsAll } from '@shaon/testing';
import { expect } from 'chai';
import { bearer, makeCompany, makeDataFolder, migrateAll, TEST_KEYS } from '../host/running-shaon.ts';
import { CompleteRequests } from './complete-requests.ts';
import { DOORS, type Door, type OpenDoor } from './doors.ts';
import { exchange, isFinal, type RawAnswer } from './exchange.ts';
import { browserRequest } from './hostile-form.ts';
import { hostileRequest, type Sender } from './hostile-request.ts';
import { Random } from './random.ts';
import { signedInAdmin } from './signed-in-admin.ts';

/* `npm run fuzz -- --cases 50000 --seed 7` runs more of them, and repeats a run by its seed. */
const CASES = Number(process.env.SHAON_TEST_FUZZ_CASES ?? (runsAll ? 20_000 : 1_200));
const AT_ONCE = 16;
/** Two databases. */
const CASES_PER_DOOR = Math.ceil(CASES / DOORS.length / 2);
const TIMEOUT_MS = 120_000 + CASES_PER_DOOR * 60;

interface Outcome {
  readonly isApiOnly: boolean;
  readonly name: string;
  readonly answer: RawAnswer;
}

onEachDatabase(`${CASES} hostile requests (SHAON_TEST_SEED=${daySeed})`, { migrate: migrateAll }, (database) => {
  const folder = makeDataFolder();
  let sender: Omit<Sender, 'pagePercent'>;
  let complete: CompleteRequests;
  before(async () => {
    complete = await CompleteRequests.open();
    const { company, token } = await makeCompany(database.connection());
    sender = { token, ...(await signedInAdmin(database, company)) };
  });
  after(async () => {
    folder.remove();
    await complete.close();
  });

  for (const [index, door] of DOORS.entries()) {
    it(`end nothing, hide nothing and are answered at ${door.name}`, async () => {
      const opened = await door.open(database, folder.path);
      try {
        const outcomes = await attack(door, opened, index);
        expect(outcomes.length, 'answers').to.be.greaterThan(CASES_PER_DOOR / 4);
        expect(outcomes.filter(({ answer }) => answer.status >= 500).map(described)).to.deep.equal([]);
        if (door.pagePercent > 0) await assertReachesPages(opened);
        expect(opened.failures()).to.deep.equal([]);
        const id = `fuzz-${index}-good`;
        const headers = { ...bearer(sender.token), 'x-request-id': id };
        const good = await fetch(`http://127.0.0.1:${opened.port}${door.goodPath}`, { headers });
        expect(good.status, await good.text()).to.equal(200);
        if (door.isApi) await assertAudited(door, outcomes, id);
      } finally {
        await opened.close();
      }
    }).timeout(TIMEOUT_MS);
  }

  async function attack({ pagePercent }: Door, { port }: OpenDoor, door: number): Promise<Outcome[]> {
    const random = new Random(daySeed * 1_000 + door * 2 + (database.type === 'sqlite' ? 0 : 1));
    const outcomes: Outcome[] = [];
    let next = 0;
    const send = async () => {
      while (next < CASES_PER_DOOR) {
        next += 1;
        const each = hostileRequest(random, `fuzz-${door}-${next}`, { ...sender, pagePercent });
        const answers = await exchange(port, each, complete);
        outcomes.push(...answers.map((answer) => ({ isApiOnly: each.isApiOnly, name: each.name, answer })));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, send));
    return outcomes.filter(({ answer }) => isFinal(answer));
  }

  /** Each answer that names its request has an audit row with its status, and each answer of ours names it. */
  async function assertAudited(door: Door, outcomes: readonly Outcome[], goodId: string): Promise<void> {
    const statuses = await auditedStatuses();
    expect(statuses.get(goodId)).to.deep.equal([200]);
    const unaudited = outcomes.filter(({ answer }) => {
      const id = answer.headers.get('x-request-id');
      return id !== undefined && !isPage(answer) && statuses.get(id)?.includes(answer.status) !== true;
    });
    expect(unaudited.map(described), `unaudited at ${door.name}`).to.deep.equal([]);
    const nameless = outcomes.filter(
      ({ isApiOnly, answer }) =>
        isApiOnly && !answer.headers.has('x-request-id') && !isOfTheParser(answer) && !door.isForeign(answer),
    );
    expect(nameless.map(described), `without a request id at ${door.name}`).to.deep.equal([]);
  }

  /** The sender is signed in still, sees pages, and has forms taken. */
  async function assertReachesPages({ port }: OpenDoor): Promise<void> {
    const statuses = [];
    for (const each of [
      browserRequest('GET', '/admin/people', sender),
      browserRequest('GET', '/admin/', sender),
      browserRequest('GET', '/admin/nowhere', sender),
      browserRequest('POST', '/admin/people/new', sender, `_csrf=${sender.csrf}`),
    ]) {
      const request = { name: 'page', pieces: [each], isHalfClosed: false, isApiOnly: false };
      const [answer] = await exchange(port, request, complete);
      statuses.push(answer?.status);
    }
    expect(statuses).to.deep.equal([200, 303, 404, 422]);
  }

  async function auditedStatuses(): Promise<Map<string, number[]>> {
    const core = await createCore({ database: database.connection(), keys: TEST_KEYS });
    try {
      const rows = await core.extension.database
        .allCompanies()
        .run(rawSql(`SELECT request_id, status FROM "shaon_audit" WHERE kind = 'api'`));
      const statuses = new Map<string, number[]>();
      for (const { request_id, status } of rows) {
        statuses.set(String(request_id), [...(statuses.get(String(request_id)) ?? []), Number(status)]);
      }
      return statuses;
    } finally {
      await core.close();
    }
  }
});

/** Pages have no row of the API in the audit, though they name their request. */
const isPage = ({ headers }: RawAnswer): boolean => headers.has('permissions-policy');

/** What Node's parser has refused is answered without our headers, and closes the connection (D:A13). */
function isOfTheParser({ status, headers }: RawAnswer): boolean {
  const names = [...headers.keys()].filter((name) => name !== 'connection' && !name.startsWith('content-'));
  return [400, 408, 413, 431].includes(status) && names.length === 0 && headers.get('connection') === 'close';
}

function described({ name, answer }: Outcome): string {
  return `${name}: ${answer.status} ${JSON.stringify([...answer.headers])}`;
}
