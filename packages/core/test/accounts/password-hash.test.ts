import { useRealPasswordHashes } from '@shaon/testing';
import { expect } from 'chai';
import { generatePassword, hashPassword, verifyPassword } from '../../src/accounts/password.ts';

describe('the hash of a password', () => {
  useRealPasswordHashes();

  it('has the strength that OWASP asks for', async () => {
    expect(await hashPassword('x')).to.match(/^\$argon2id\$v=19\$m=7168,t=8,p=1\$/);
  });

  it('fits it in any normal form, and no other', async () => {
    for (const form of ['NFC', 'NFD'] as const) {
      const hashed = await hashPassword('caf\u00E9 au lait'.normalize(form));
      expect(await verifyPassword(hashed, 'cafe\u0301 au lait')).to.equal(true);
      expect(await verifyPassword(hashed, 'caf\u00E9 au lait')).to.equal(true);
      expect(await verifyPassword(hashed, 'cafe au lait')).to.equal(false);
    }
    expect(await verifyPassword(null, 'caf\u00E9 au lait')).to.equal(false);
  });

  it('is made before a flood of sign-ins has been checked, of which those that come too late are refused', async () => {
    const hashed = await hashPassword('x');
    const flood = Promise.allSettled(Array.from({ length: 300 }, () => verifyPassword(hashed, 'y')));
    let isOver = false;
    void flood.then(() => {
      isOver = true;
    });
    await hashPassword('new');
    expect(isOver).to.equal(false);
    const refused = (await flood).filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    expect(refused.length).to.be.within(90, 110);
    expect(refused[0]?.reason).to.include({ code: 'took_too_long' });
    expect(await verifyPassword(hashed, 'x')).to.equal(true);
  });

  it('is checked for others beside a flood from one address', async () => {
    const hashed = await hashPassword('x');
    const from = (address: string) => verifyPassword(hashed, 'x', address);
    const flood = Promise.allSettled(Array.from({ length: 150 }, () => from('192.0.2.1')));
    expect(await from('192.0.2.2')).to.equal(true);
    expect((await flood).filter(({ status }) => status === 'rejected')).to.have.length(50);
    expect(await from('192.0.2.1')).to.equal(true);
  });

  it('is of 12 letters and digits that look like no other, when we make it', () => {
    for (let count = 0; count < 100; count++) {
      expect(generatePassword())
        .to.match(/^[a-zA-Z2-9]{12}$/)
        .and.not.match(/[ilosIO5]/);
    }
  });
});

describe('the hash of a password in other suites', () => {
  it('takes little work', async () => {
    expect(await hashPassword('x')).to.match(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
  });
});
