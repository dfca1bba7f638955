import { canonicalInteger } from './number-fields.ts';
import type { Field } from './text-fields.ts';

/** SPEC 4, Paging parameter: at most 200 records a page (D:Q1). */
export const PER_PAGE = { min: 1, max: 200 };
/** A larger page cannot be meant, because JSON could not echo its number (D:Q3, A8). */
const PAGE = { min: 1, max: Number.MAX_SAFE_INTEGER };

/** `page` and `per_page` of a paginated list, without defaults (SPEC 4; D:Q8). */
export function pagingFields(): { page: Field<number>; per_page: Field<number> } {
  return { page: canonicalInteger(PAGE), per_page: canonicalInteger(PER_PAGE) };
}

/** Whether {@link pagingFields} would accept both numbers, without the time that yup takes. */
export function isWithinPaging({ page, per_page }: { readonly page: number; readonly per_page: number }): boolean {
  return isWithin(page, PAGE) && isWithin(per_page, PER_PAGE);
}

function isWithin(value: number, { min, max }: typeof PAGE): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
}
