import { webcrypto } from 'node:crypto';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const DAY_MS = 86_400_000;
/** The demo is to work for as long as somebody keeps its folder. */
const VALID_DAYS = 3_650;

/** PEM texts. */
export interface LocalhostCertificate {
  /** The authority's certificate. Its key is gone, so nothing else will ever be signed by it. */
  readonly ca: string;
  /** The server's certificate, for the name localhost alone. */
  readonly cert: string;
  readonly key: string;
}

/** A throw-away authority and one certificate of it, for a receiver of webhooks on this machine. */
export async function makeLocalhostCertificate(): Promise<LocalhostCertificate> {
  // The certificate library's own dependency asks for it to be loaded first; only the demo needs both.
  await import('reflect-metadata');
  const x509 = await import('@peculiar/x509');
  x509.cryptoProvider.set(webcrypto as never);
  const [caKeys, keys] = [await newKeys(), await newKeys()];
  const issuer = 'CN=Shaon demo authority';
  const validity = {
    notBefore: new Date(Date.now() - DAY_MS),
    notAfter: new Date(Date.now() + VALID_DAYS * DAY_MS),
    signingAlgorithm: ALGORITHM,
  };
  const ca = await x509.X509CertificateGenerator.createSelfSigned({
    ...validity,
    name: issuer,
    keys: caKeys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
    ],
  });
  const cert = await x509.X509CertificateGenerator.create({
    ...validity,
    subject: 'CN=localhost',
    issuer,
    publicKey: keys.publicKey,
    signingKey: caKeys.privateKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: 'localhost' }]),
    ],
  });
  const key = x509.PemConverter.encode(
    Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)),
    'PRIVATE KEY',
  );
  return { ca: `${ca.toString('pem')}\n`, cert: `${cert.toString('pem')}\n`, key: `${key}\n` };
}

function newKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
}
