import type { Form } from './form.ts';

/** A form that came after its session had ended, and waits for its person. */
export interface KeptForm {
  /** The path that it was sent to. */
  readonly action: string;
  readonly form: Form;
  /** It had room for a file, which no cookie holds. */
  readonly hadFile: boolean;
}

/** An address of ours without its query. */
export const pathOf = (address: string): string => address.split('?', 1)[0] ?? '';
