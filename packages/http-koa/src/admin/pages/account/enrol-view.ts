import type { PendingSecondFactor } from '@shaon/core';
import type { BrowserRequest } from '../../browser-request.ts';
import { submitButton } from '../../components/button.ts';
import { copyable } from '../../components/copy.ts';
import { textField } from '../../components/fields.ts';
import { postForm } from '../../components/post-form.ts';
import { qrCode } from '../../components/qr.ts';
import type { FormState } from '../../form-state.ts';
import { type Html, html } from '../../html.ts';
import type { View } from '../../layout/view.ts';

interface EnrolParts {
  readonly form: FormState;
  readonly pending: PendingSecondFactor | null;
  readonly lead: string;
  readonly layout: 'standalone' | 'narrow';
  /** The path to which the forms are sent; with `/begin` appended it makes a new secret. */
  readonly action: string;
  /** The page that was requested before, passed along. */
  readonly next?: string;
}

/** The set-up of a second factor: its explanation, then a secret for the app, then its first code. */
export function enrolView(request: BrowserRequest, parts: EnrolParts): View {
  const { factor } = request.t.account;
  return {
    title: factor.enrolTitle,
    lead: parts.lead,
    layout: parts.layout,
    ...(parts.layout === 'narrow' && {
      navigation: '/account',
      crumbs: [{ href: '/account', label: request.t.account.title }],
    }),
    form: parts.form,
    scripts: ['once.js'],
    main: parts.pending === null ? begin(request, parts) : steps(request, parts, parts.pending),
  };
}

function begin(request: BrowserRequest, parts: EnrolParts): Html {
  const { factor } = request.t.account;
  const content = html`${next(parts)}${submitButton(factor.begin)}`;
  return html`<p class="mb-4">${apps(request)}</p>${postForm(request, `${parts.action}/begin`, content)}`;
}

const APPS = ['Google Authenticator', 'Microsoft Authenticator', '1Password'] as const;

function apps({ t }: BrowserRequest): Html {
  const [first, second, third] = APPS;
  return t.account.factor.apps(latin(first), latin(second), latin(third));
}

const latin = (text: string): Html => html`<bdi dir="ltr">${text}</bdi>`;

/** Groups of four are easier to type. */
const grouped = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ');

function steps(request: BrowserRequest, parts: EnrolParts, { secret, address }: PendingSecondFactor): Html {
  const { t } = request;
  const { factor } = t.account;
  const fields = html`${next(parts)}${textField(parts.form, {
    name: 'code',
    label: factor.code,
    ltr: true,
    inputMode: 'numeric',
    autocomplete: 'one-time-code',
    required: true,
    help: factor.codeHelp,
  })}
${submitButton(factor.confirm)}`;
  const another = html`${next(parts)}${submitButton(factor.again, { look: 'quiet' })}`;
  return html`<ol class="steps">
<li><h2>${factor.scan}</h2><p class="muted small">${apps(request)}</p><div data-secret>${qrCode(address, factor.qrLabel)}</div>
<p class="small mb-1">${factor.key}</p><p data-secret>${copyable(t, 'key', grouped(secret), factor.keyName)}</p></li>
<li><h2>${factor.first}</h2>${postForm(request, parts.action, fields)}</li>
</ol>
${postForm(request, `${parts.action}/begin`, another)}`;
}

function next({ next: asked }: EnrolParts): Html | false {
  return asked !== undefined && html`<input type="hidden" name="next" value="${asked}">`;
}
