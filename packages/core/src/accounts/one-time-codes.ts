import { Secret, TOTP } from 'otpauth';

/** The form that every authenticator app supports: six digits, SHA-1, a new code every 30 seconds (RFC 6238). */
const DIGITS = 6;
const PERIOD_SECONDS = 30;
/** 160 bits, as long as the hash (RFC 4226, part 4). */
const SECRET_BYTES = 20;
/** Codes of the previous and the next 30 seconds are accepted too: phones' clocks differ, and typing takes time. */
const WINDOW = 1;
/** Five minutes, by which the clocks of processes may differ. */
const STEPS_AHEAD = 10;

const CODE_FORM = new RegExp(`^\\d{${DIGITS}}$`);

/** A new secret, in base32 for apps. */
export function makeCodeSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/**
 * The time step of a code, counted from 1970; null for a wrong code. A code of `lastStep` or earlier is wrong, because
 * each code is accepted once: nobody can reuse a code that they saw (RFC 6238, part 5.2). A `lastStep` far
 * ahead was accepted by a clock that has been set back since, and does not count.
 */
export function stepOfCode(secret: string, code: string, now: Date, lastStep: number | null): number | null {
  const digits = code.replace(/\s/g, '');
  if (!CODE_FORM.test(digits)) return null;
  const delta = totp(secret).validate({ token: digits, timestamp: now.getTime(), window: WINDOW });
  if (delta === null) return null;
  const present = Math.floor(now.getTime() / (PERIOD_SECONDS * 1_000));
  const isUsed = lastStep !== null && present + delta <= lastStep && lastStep <= present + STEPS_AHEAD;
  return isUsed ? null : present + delta;
}

/** The `otpauth:` address of a secret, which apps read from a QR code; `issuer` and `account` are shown in the app. */
export function codeAddress(secret: string, account: string, issuer: string): string {
  return totp(secret, { issuer, label: account }).toString();
}

function totp(secret: string, names: { readonly issuer?: string; readonly label?: string } = {}): TOTP {
  return new TOTP({
    ...names,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: DIGITS,
    period: PERIOD_SECONDS,
  });
}
