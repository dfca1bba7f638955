// The certificate library's own dependency asks for it to be loaded first.
import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

x509.cryptoProvider.set(webcrypto as never);

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const DAY = 86_400_000;
/** In ASN.1. */
const NULL_VALUE = new Uint8Array([5, 0]);

export interface Identity {
  readonly cert: string;
  readonly key: string;
}

export interface CertificateOptions {
  readonly names?: readonly string[];
  readonly addresses?: readonly string[];
  readonly notBefore?: Date;
  readonly notAfter?: Date;
  readonly selfSigned?: boolean;
  /** What it may be used for, as object identifiers; for anything when it is absent. */
  readonly purposes?: readonly string[];
  /** An extension that must be understood, as object identifier. */
  readonly criticalExtension?: string;
}

export interface Authority {
  /** The CA's certificate, PEM. */
  readonly ca: string;
  issue(options?: CertificateOptions): Promise<Identity>;
}

/** A throw-away certificate authority, good for the length of a test. */
export async function createAuthority(): Promise<Authority> {
  const keys = await newKeys();
  const name = 'CN=Shaon test authority';
  const ca = await x509.X509CertificateGenerator.createSelfSigned({
    name,
    keys,
    signingAlgorithm: ALGORITHM,
    notBefore: new Date(Date.now() - DAY),
    notAfter: new Date(Date.now() + DAY),
    extensions: [new x509.BasicConstraintsExtension(true, 0, true)],
  });
  let serial = 1;
  return {
    ca: ca.toString('pem'),
    async issue(options = {}) {
      const own = await newKeys();
      serial += 1;
      const names: x509.JsonGeneralNames = [
        ...(options.names ?? ['localhost']).map((value) => ({ type: 'dns' as const, value })),
        ...(options.addresses ?? []).map((value) => ({ type: 'ip' as const, value })),
      ];
      const common = {
        serialNumber: serial.toString(16).padStart(4, '0'),
        signingAlgorithm: ALGORITHM,
        notBefore: options.notBefore ?? new Date(Date.now() - DAY),
        notAfter: options.notAfter ?? new Date(Date.now() + DAY),
        extensions: [
          new x509.SubjectAlternativeNameExtension(names),
          ...(options.purposes === undefined ? [] : [new x509.ExtendedKeyUsageExtension([...options.purposes])]),
          ...(options.criticalExtension === undefined
            ? []
            : [new x509.Extension(options.criticalExtension, true, NULL_VALUE)]),
        ],
      };
      const cert = options.selfSigned
        ? await x509.X509CertificateGenerator.createSelfSigned({ ...common, name: 'CN=receiver', keys: own })
        : await x509.X509CertificateGenerator.create({
            ...common,
            subject: 'CN=receiver',
            issuer: name,
            publicKey: own.publicKey,
            signingKey: keys.privateKey,
          });
      return { cert: cert.toString('pem'), key: await privateKeyPem(own) };
    },
  };
}

function newKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
}

async function privateKeyPem(keys: webcrypto.CryptoKeyPair): Promise<string> {
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey as never));
  return x509.PemConverter.encode(der, 'PRIVATE KEY');
}
