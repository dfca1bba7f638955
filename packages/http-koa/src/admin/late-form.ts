import type { Form } from './form.ts';

/** A form that was sent after its session had ended and is kept until the same person signs in. */
export interface LateForm {
  /** The path to which it was sent. */
  readonly action: string;
  readonly form: Form;
  /** Whether a file was chosen in it; no cookie can hold a file. */
  readonly hadFile: boolean;
}

/** An address of ours without its query. */
export const pathOf = (address: string): string => address.split('?', 1)[0] ?? '';
