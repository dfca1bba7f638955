import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import { BLOCK_BYTES } from '../../src/leave/document-cipher.ts';
import { fileDocumentStore } from '../../src/leave/document-files.ts';
import { refusal } from '../support.ts';
import { documentFolder, filesIn, inParts, readAll } from './documents.ts';

const OLD = `old:${Buffer.alloc(32, 1).toString('base64')}`;
const NEW = `new:${Buffer.alloc(32, 2).toString('base64')}`;
const COMPANY = 7;

describe('file document store', () => {
  const root = documentFolder();
  let folders = 0;

  function freshStore(maxBytes?: number) {
    folders += 1;
    const directory = join(root, String(folders));
    return { directory, store: fileDocumentStore({ directory, keys: OLD, maxBytes }) };
  }

  async function stored(content: Buffer) {
    const { directory, store } = freshStore();
    const key = await store.put(COMPANY, inParts(content));
    const path = join(directory, String(COMPANY), key);
    const read = async () => readAll(await store.open(COMPANY, key));
    return { directory, store, key, path, read };
  }

  for (const size of [0, 1, 1000, BLOCK_BYTES - 1, BLOCK_BYTES, BLOCK_BYTES + 1, 3 * BLOCK_BYTES, 500_000]) {
    it(`gives back a document of ${size} bytes, and keeps it encrypted`, async () => {
      const content = randomBytes(size);
      const { path, read } = await stored(content);
      expect((await read()).equals(content)).to.equal(true);
      if (size >= 16) expect(readFileSync(path).includes(content.subarray(0, 16))).to.equal(false);
      expect(statSync(path).mode & 0o777).to.equal(0o600);
      expect(statSync(dirname(path)).mode & 0o777).to.equal(0o700);
    });
  }

  it('takes text as UTF-8', async () => {
    const { store } = freshStore();
    const key = await store.put(COMPANY, Readable.from(['אישור ', 'מחלה']));
    expect((await readAll(await store.open(COMPANY, key))).toString()).to.equal('אישור מחלה');
  });

  it('notices one changed byte, wherever it is', async () => {
    const { path, read } = await stored(randomBytes(BLOCK_BYTES + 100));
    const whole = readFileSync(path);
    for (let at = 0; at < whole.length; at += at < 300 ? 1 : 9973) {
      const changed = Buffer.from(whole);
      changed[at] = changed[at]! ^ 1;
      writeFileSync(path, changed);
      const code = (await refusal(read())) as { code: string };
      // A changed id in the header names a key that nobody has.
      expect(code.code, `byte ${at}`).to.be.oneOf(['ciphertext_corrupt', 'keys_missing']);
    }
  });

  it('notices a cut at any place, also between blocks, and an addition', async () => {
    const { path, read } = await stored(randomBytes(2 * BLOCK_BYTES));
    const whole = readFileSync(path);
    const header = whole.length - 2 * (BLOCK_BYTES + 16);
    const cuts = [0, 3, header - 1, header, header + 1, header + BLOCK_BYTES + 15, header + BLOCK_BYTES + 16];
    for (const length of [...cuts, whole.length - 1]) {
      writeFileSync(path, whole);
      truncateSync(path, length);
      expect(await refusal(read()), `cut to ${length}`).to.have.property('code', 'ciphertext_corrupt');
    }
    writeFileSync(path, Buffer.concat([whole, whole.subarray(-(BLOCK_BYTES + 16))]));
    expect(await refusal(read())).to.have.property('code', 'ciphertext_corrupt');
  });

  it('notices exchanged blocks', async () => {
    const { path, read } = await stored(randomBytes(3 * BLOCK_BYTES));
    const whole = readFileSync(path);
    const block = BLOCK_BYTES + 16;
    const header = whole.length - 3 * block;
    const [first, second] = [
      whole.subarray(header, header + block),
      whole.subarray(header + block, header + 2 * block),
    ];
    writeFileSync(path, Buffer.concat([whole.subarray(0, header), second, first, whole.subarray(header + 2 * block)]));
    expect(await refusal(read())).to.have.property('code', 'ciphertext_corrupt');
  });

  it('notices a document in another’s place, of the same company or another', async () => {
    const { directory, store, key, path } = await stored(Buffer.from('mine'));
    const other = await store.put(COMPANY, inParts(Buffer.from('other')));
    copyFileSync(path, join(dirname(path), other));
    expect(await refusal(store.open(COMPANY, other))).to.have.property('code', 'ciphertext_corrupt');
    mkdirSync(join(directory, '8'));
    copyFileSync(path, join(directory, '8', key));
    expect(await refusal(store.open(8, key))).to.have.property('code', 'ciphertext_corrupt');
  });

  it('finds only documents of the company, by keys of its own making', async () => {
    const { store, key } = await stored(Buffer.from('mine'));
    for (const wrong of [key.toUpperCase(), `../7/${key}`, `${key}/../${key}`, '', '.', '..', `${key}.partial`]) {
      expect(await refusal(store.open(COMPANY, wrong)), wrong).to.have.property('code', 'not_found');
      expect(await refusal(store.remove(COMPANY, wrong)), wrong).to.have.property('code', 'not_found');
    }
    expect(await refusal(store.open(8, key))).to.have.property('code', 'not_found');
    expect(await refusal(store.open(0, key))).to.have.property('code', 'options_invalid');
    await store.remove(8, key);
    await store.remove(COMPANY, key);
    await store.remove(COMPANY, key);
    expect(await refusal(store.open(COMPANY, key))).to.have.property('code', 'not_found');
  });

  it('refuses what is larger than the limit, and leaves nothing of it', async () => {
    const { directory, store } = freshStore(100);
    await store.put(COMPANY, inParts(randomBytes(100)));
    expect(await refusal(store.put(COMPANY, inParts(randomBytes(101))))).to.have.property('code', 'limit_reached');
    expect(filesIn(directory)).to.have.lengthOf(1);
    const none = freshStore(0);
    await none.store.put(COMPANY, Readable.from([]));
    expect(await refusal(none.store.put(COMPANY, inParts(Buffer.from('x'))))).to.have.property('code', 'limit_reached');
  });

  it('leaves nothing of an upload that broke, before or while it was read', async () => {
    const { directory, store } = freshStore();
    const broken = new Readable({ read() {} });
    const put = store.put(COMPANY, broken);
    broken.destroy(new Error('The connection was closed.'));
    expect(String(await refusal(put))).to.contain('closed');
    const breaking = Readable.from(
      (async function* () {
        yield randomBytes(100_000);
        throw new Error('The line went dead.');
      })(),
    );
    expect(String(await refusal(store.put(COMPANY, breaking)))).to.contain('dead');
    expect(filesIn(directory)).to.deep.equal([]);
  });

  it('closes the file of a stream that nobody read', async () => {
    const { store, key } = await stored(randomBytes(1000));
    const content = await store.open(COMPANY, key);
    content.destroy();
    await new Promise((resolve) => content.once('close', resolve));
    expect(content.destroyed).to.equal(true);
  });

  it('lists what nobody knows and is old enough, broken uploads too', async () => {
    const { directory, store, key, path } = await stored(Buffer.from('known'));
    const lost = await store.put(8, inParts(Buffer.from('lost')));
    const fresh = await store.put(8, inParts(Buffer.from('fresh')));
    const partial = 'ab'.repeat(16);
    writeFileSync(join(directory, '8', `${partial}.partial`), 'x');
    writeFileSync(`${path}.partial`, 'left by a rotation');
    writeFileSync(join(directory, '8', 'README'), 'not ours');
    for (const file of filesIn(directory)) {
      if (basename(file) !== fresh) utimesSync(file, new Date(), new Date(Date.now() - 3_600_000));
    }
    const orphans = async (minAgeMs: number, of = store) => {
      const found = [];
      for await (const orphan of of.orphans(new Set([key]), minAgeMs)) found.push(orphan);
      return found.sort((a, b) => a.key.localeCompare(b.key));
    };
    const byKey = (...keys: string[]) =>
      keys.sort((a, b) => a.localeCompare(b)).map((name) => ({ companyId: 8, key: name }));
    expect(await orphans(60_000)).to.deep.equal(byKey(lost, partial));
    expect(await orphans(0)).to.deep.equal(byKey(lost, partial, fresh));
    await store.remove(8, partial);
    expect(await orphans(60_000)).to.deep.equal(byKey(lost));
    expect(await orphans(0, freshStore().store)).to.deep.equal([]);
  });

  it('puts documents under a new key without the old one', async () => {
    const content = randomBytes(BLOCK_BYTES + 5);
    const { directory, store, key } = await stored(content);
    expect(await store.rotate(COMPANY, key)).to.equal(false);
    const both = fileDocumentStore({ directory, keys: `${NEW},${OLD}` });
    expect(await both.rotate(COMPANY, key)).to.equal(true);
    expect(await both.rotate(COMPANY, key)).to.equal(false);
    const onlyNew = fileDocumentStore({ directory, keys: NEW });
    expect((await readAll(await onlyNew.open(COMPANY, key))).equals(content)).to.equal(true);
    expect(await refusal(store.open(COMPANY, key))).to.have.property('code', 'keys_missing');
    expect(filesIn(directory)).to.have.lengthOf(1);
  });

  it('is whole at every moment while two rotations are at one document, and leaves nothing of one that was killed', async () => {
    const content = randomBytes(2_000_000);
    const { directory, store, key, path } = await stored(content);
    const both = fileDocumentStore({ directory, keys: `${NEW},${OLD}` });
    let isOver = false;
    const rotated = Promise.allSettled([both.rotate(COMPANY, key), both.rotate(COMPANY, key)]).then((outcomes) => {
      isOver = true;
      return outcomes;
    });
    while (!isOver) expect((await readAll(await both.open(COMPANY, key))).equals(content)).to.equal(true);
    for (const outcome of await rotated) expect(outcome).to.have.property('status', 'fulfilled');
    expect((await readAll(await both.open(COMPANY, key))).equals(content)).to.equal(true);
    writeFileSync(`${path}.${'0f'.repeat(8)}.partial`, 'left by a rotation');
    await store.remove(COMPANY, key);
    expect(filesIn(directory)).to.deep.equal([]);
  });

  it('checks its options when it is made', () => {
    const right = { directory: '/nowhere', keys: OLD };
    for (const wrong of [
      { ...right, maxByte: 1 },
      { keys: right.keys },
      { directory: '/nowhere' },
      { ...right, keys: {} },
      { ...right, maxBytes: -1 },
    ]) {
      expect(() => fileDocumentStore(wrong as never), JSON.stringify(Object.keys(wrong)))
        .to.throw()
        .with.property('code', 'options_invalid');
    }
    fileDocumentStore(right);
  });
});
