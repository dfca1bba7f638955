import { mixed } from 'yup';
import { issue } from './issue.ts';
import { type Field, trimmed } from './text-fields.ts';

const DECIMALS = 4;
const MAX = 99_999_999.99;

const WRITTEN = /^(-?)(\d+)(?:\.(\d+))?$/;
const LEADING_ZEROS = /^0+(?=\d)/;
/** Sign, whole part without leading zeros, at least four decimals. */
const NORMALISED = /^-?(?:0|[1-9]\d*)\.\d{4,}$/;

const isAmount = (value: unknown): value is string => typeof value === 'string' && NORMALISED.test(value);

/** `45.5` and `"45.50"` become `"45.5000"`; other values than decimal numbers are returned unchanged. */
function normalised(value: unknown): unknown {
  const text = typeof value === 'number' ? numberText(value) : typeof value === 'string' ? trimmed(value) : value;
  if (typeof text !== 'string') return text;
  const match = WRITTEN.exec(text);
  if (match === null) return value;
  const whole = match[2]!.replace(LEADING_ZEROS, '');
  const fraction = withoutTrailingZeros(match[3] ?? '').padEnd(DECIMALS, '0');
  const isZero = whole === '0' && /^0+$/.test(fraction);
  return `${isZero ? '' : match[1]}${whole}.${fraction}`;
}

/** A number in digits, never in the form 1e-7 or 1e+21; infinite ones are returned unchanged. */
function numberText(value: number): string | number {
  if (!Number.isFinite(value)) return value;
  const text = Number.isInteger(value) ? String(BigInt(value)) : String(value);
  if (!text.includes('e')) return text;
  const [mantissa = '', exponent] = text.split('e-');
  const sign = value < 0 ? '-' : '';
  return `${sign}0.${'0'.repeat(Number(exponent) - 1)}${mantissa.replaceAll(/\D/g, '')}`;
}

function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}

/** 0 to 99 999 999.99, compared in ten-thousandths as exact integers. */
function isAtMostMax(amountText: string): boolean {
  const [whole = '', fraction = ''] = amountText.split('.');
  return Number(whole + fraction.slice(0, DECIMALS)) <= Math.round(MAX * 10 ** DECIMALS);
}

/**
 * An amount of money: a number or a numeric string, 0 to 99 999 999.99, at most four decimals (D:W15). The result is a
 * decimal string with exactly four, `"45.5000"`, as a numeric(12,4) column writes it.
 */
export function amount(): Field<string> {
  return mixed(isAmount)
    .typeError(issue('numeric'))
    .nonNullable(issue('numeric'))
    .transform(normalised)
    .test('min', issue('min', { min: 0 }), (value) => !isAmount(value) || !value.startsWith('-'))
    .test('max', issue('max', { max: MAX }), (value) => !isAmount(value) || value.startsWith('-') || isAtMostMax(value))
    .test('decimal', issue('decimal', { max: DECIMALS }), (value) => !isAmount(value) || !/\.\d{5}/.test(value));
}
