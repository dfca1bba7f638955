import type { BrowserRequest } from '../../browser-request.ts';
import type { FormState } from '../../form-state.ts';
import { refusedForm } from '../../refused-form.ts';

/** The form of a new password that was refused: the service's error names the other field as the API does. */
export function refusedPassword(request: BrowserRequest, error: unknown): FormState {
  return refusedForm(request, error, { texts: { password: { different: request.t.signIn.passwordNotNew } } });
}
