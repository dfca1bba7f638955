declare const LOCKED: unique symbol;

/**
 * A row that no other transaction can change until this one ends, because this one has locked or inserted it. `update`
 * and `remove` take only such rows, so what decides a write is still true when the write happens.
 */
export type Locked<Row> = Row & { readonly [LOCKED]: true };
