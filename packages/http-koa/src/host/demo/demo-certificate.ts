import { webcrypto } from 'node:crypto';
import { DAY_MS } from '@shaon/core/time';
import { requirePeer } from '../optional-peers.ts';

export interface DemoCertificate {
  /** PEM of the authority that signed `cert`. */
  readonly ca: string;
  /** PEM for localhost. */
  readonly cert: string;
  /** PEM. */
  readonly key: string;
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const YEARS_MS = 3_650 * DAY_MS;

/** A certificate for localhost and its authority, whose key is not stored, so that it can sign nothing else. */
export async function makeDemoCertificate(): Promise<DemoCertificate> {
  const x509 = await requirePeer('@peculiar/x509');
  x509.cryptoProvider.set(webcrypto as never);
  const common = {
    signingAlgorithm: ALGORITHM,
    notBefore: new Date(Date.now() - DAY_MS),
    notAfter: new Date(Date.now() + YEARS_MS),
  };
  const name = 'CN=Shaon demo authority';
  const authority = await newKeys();
  const own = await newKeys();
  const ca = await x509.X509CertificateGenerator.createSelfSigned({
    ...common,
    name,
    keys: authority,
    extensions: [new x509.BasicConstraintsExtension(true, 0, true)],
  });
  const cert = await x509.X509CertificateGenerator.create({
    ...common,
    serialNumber: '02',
    subject: 'CN=localhost',
    issuer: name,
    publicKey: own.publicKey,
    signingKey: authority.privateKey,
    extensions: [new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: 'localhost' }])],
  });
  const key = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', own.privateKey));
  return {
    ca: ca.toString('pem'),
    cert: cert.toString('pem'),
    key: x509.PemConverter.encode(key, 'PRIVATE KEY'),
  };
}

function newKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
}
