const FORM = /^[0-9]{8,9}$/;

/** The number as it is compared and hashed: padded with zeros to nine digits (D:W7, W8). */
export function padIsraeliId(digits: string): string {
  return digits.padStart(9, '0');
}

/**
 * Whether the text is an Israeli ID number of 8 or 9 ASCII digits (SPEC 4, POST /employees), padded first. The checksum
 * has weights 1, 2, 1, 2 …, sums the digits of each product, and must be divisible by 10; all zeros are refused (D:W7).
 */
export function isIsraeliId(text: string): boolean {
  if (!FORM.test(text) || /^0+$/.test(text)) return false;
  let total = 0;
  const digits = padIsraeliId(text);
  for (let position = 0; position < digits.length; position++) {
    const product = Number(digits[position]) * (1 + (position % 2));
    total += product > 9 ? product - 9 : product;
  }
  return total % 10 === 0;
}
