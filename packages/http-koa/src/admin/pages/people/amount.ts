import { value } from '../../components/texts.ts';
import type { Format } from '../../format.ts';
import type { Html } from '../../html.ts';

/** A stored amount, `9500.0000`, as people write it: `9,500.00`. */
export function amountText(format: Format, amount: string | null): Html {
  const [whole = '0', places = ''] = (amount ?? '').split('.');
  return value(`${format.number(Number(whole))}.${shortened(places)}`);
}

/** The same for a field: `9500.00`. */
export function amountInput(amount: string | null): string {
  if (amount === null) return '';
  const [whole = '0', places = ''] = amount.split('.');
  return `${Number(whole)}.${shortened(places)}`;
}

const GROUPED = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

/** A typed amount without the commas with which the pages show it; other texts stay, and the service refuses them. */
export function typedAmount(text: string | null): string | null {
  return text !== null && GROUPED.test(text) ? text.replaceAll(',', '') : text;
}

/** At least two decimal places, and further ones if they are not zero. */
const shortened = (places: string): string => places.padEnd(4, '0').replace(/0{1,2}$/, '');
