import { fieldId } from '../../components/flash.ts';
import { icon } from '../../components/icon.ts';
import { value } from '../../components/texts.ts';
import type { FormState } from '../../form-state.ts';
import { type Html, html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { type DocumentKind, documentKind, documentName } from '../leave/document-type.ts';

/** A document that may be stored. */
export interface GivenDocument {
  readonly name: string;
  readonly kind: DocumentKind;
  readonly content: Buffer;
}

/** The document of a form: none, one that may be stored, or its problem. */
export function documentOf({ form, t }: Page): GivenDocument | { readonly problem: string } | null {
  const file = form.file('document');
  if (file === null) return null;
  if (file.isTooLarge) return { problem: t.myLeave.fileTooLarge };
  const kind = documentKind(file.content);
  if (kind === null) return { problem: t.myLeave.fileWrong };
  return { name: documentName(file.name, kind), kind, content: file.content };
}

/** The document's field. Browsers never fill in a file again. */
export function documentField({ t }: Page, form: FormState, isOptional: boolean): Html {
  const errors = form.errorsOf('document');
  const id = fieldId('document');
  const described = `${id}-help${errors.length > 0 ? ` ${id}-error` : ''}`;
  return html`<div class="field"><label class="form-label" for="${id}"><span>${t.myLeave.document}</span>${
    isOptional && html` <span class="muted fw-normal">${t.common.optional}</span>`
  }</label><input class="form-control${errors.length > 0 && ' is-invalid'}" id="${id}" name="document" type="file" accept="application/pdf,image/jpeg,image/png"
  aria-describedby="${described}"${errors.length > 0 && html` aria-invalid="true"`}${!isOptional && html` required`}><p class="help"
  id="${id}-help">${t.myLeave.documentHelp(value('10 MB'))}</p>${
    errors.length > 0 &&
    html`<div id="${id}-error">${errors.map((text) => html`<p class="error">${icon('alert')}<span>${text}</span></p>`)}</div>`
  }</div>`;
}
