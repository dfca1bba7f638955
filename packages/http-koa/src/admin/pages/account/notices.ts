import { type NoticeChoice, type NoticeKind, type OwnNotices, versionOf } from '@shaon/core';
import { linkButton } from '../../components/button.ts';
import { checklist, radios } from '../../components/fields.ts';
import { remark } from '../../components/flash.ts';
import { icon } from '../../components/icon.ts';
import { code, value } from '../../components/texts.ts';
import type { Form } from '../../form.ts';
import { type EditForm, formRoutes } from '../../form-routes.ts';
import type { FormState } from '../../form-state.ts';
import { type Html, html } from '../../html.ts';
import { CATALOGUES } from '../../locales/index.ts';
import type { Page } from '../../page.ts';
import { everyone } from '../../page-route.ts';
import { languageChoices } from './display.ts';

/* What a person is told of, by which way, and in which language. */

/** The kinds side by side on the page, each group a field of its own. */
const GROUPS = {
  waiting: ['digest'],
  api: ['endpoint_failing', 'deliveries_given_up', 'token_expires'],
  own: ['leave_decided', 'correction_decided'],
} as const satisfies Record<string, readonly NoticeKind[]>;
type Group = keyof typeof GROUPS;
const GROUP_NAMES = Object.keys(GROUPS) as Group[];

const OF_WEBHOOKS: readonly NoticeKind[] = ['endpoint_failing', 'deliveries_given_up'];

const wantedIn = ({ kinds }: OwnNotices): NoticeKind[] =>
  kinds.filter(({ isWanted }) => isWanted).map(({ kind }) => kind);

const notices: EditForm<OwnNotices> = {
  record: ({ core, actor }) => core.notices.own(actor),
  values(own) {
    const wanted = wantedIn(own);
    const ofGroup = (group: Group) => GROUPS[group].filter((kind) => wanted.includes(kind));
    return {
      ...Object.fromEntries(GROUP_NAMES.map((group) => [group, ofGroup(group)])),
      by: own.by,
      locale: own.locale ?? 'company',
    };
  },
  version: (own) => versionOf({ kinds: wantedIn(own).join(' '), by: own.by, locale: own.locale }),
  view: (page, own, form) => ({
    title: page.t.notices.title,
    lead: page.t.notices.lead,
    navigation: '/account',
    crumbs: [{ href: '/account', label: page.t.account.title }],
    main: html`${waiting(page, own)}${form}${own.email !== null && html`<p class="note mt-4">${icon('info')}<span>${page.t.notices.always}</span></p>`}`,
  }),
  fields: (page, form, own) => html`${GROUP_NAMES.map((group) => kinds(page, form, own, group))}
${ways(page, form, own)}
${radios(form, { name: 'locale', label: page.t.notices.language, choices: languageChoices(page), inline: true })}`,
  async save({ core, actor, form }, own, expected) {
    await core.notices.choose(actor, choiceOf(form, own), expected);
  },
  saved(page, { locale }) {
    const language = locale ?? page.company.locale;
    // Otherwise the language that the browser chose before the sign-in would override the company's.
    return {
      ...page.redirect('/account/notices', CATALOGUES[language].notices.saved),
      cookies: { language: locale ?? '' },
    };
  },
};

/** Kinds that the page does not show stay as they are. */
function choiceOf(form: Form, own: OwnNotices): NoticeChoice {
  const shown = new Set<string>(GROUP_NAMES.flatMap((group) => GROUPS[group]));
  const hidden = wantedIn(own).filter((kind) => !shown.has(kind));
  const [by, locale] = [form.optional('by'), form.text('locale')];
  return {
    kinds: [...hidden, ...(GROUP_NAMES.flatMap((group) => form.all(group)) as NoticeKind[])],
    ...(by !== null && { by: by as OwnNotices['by'] }),
    locale: locale === 'company' ? null : (locale as 'he' | 'en'),
  };
}

function kinds({ t, webhooks }: Page, form: FormState, own: OwnNotices, group: Group): Html | false {
  const texts = t.notices;
  const choices = GROUPS[group]
    .filter((kind) => own.kinds.some((one) => one.kind === kind) && (webhooks !== null || !OF_WEBHOOKS.includes(kind)))
    .map((kind) => ({ value: kind, label: texts.kinds[kind], help: texts.help[kind] }));
  return choices.length > 0 && checklist(form, { name: group, label: texts.groups[group], choices });
}

/** A way that does not reach the person stands there too, and says why. */
function ways({ t }: Page, form: FormState, { email, sms }: OwnNotices): Html {
  const texts = t.notices;
  const smsHelp =
    typeof sms === 'object' ? texts.smsTo(value(sms.ending)) : sms === 'off' ? texts.smsOff : texts.smsNoNumber;
  return radios(form, {
    name: 'by',
    label: texts.by,
    choices: [
      { value: 'mail', label: texts.mail, help: email === null ? texts.mailOff : code(email), isOff: email === null },
      { value: 'sms', label: texts.sms, help: smsHelp, isOff: typeof sms !== 'object' },
      { value: 'none', label: texts.nothing, help: texts.nothingHelp },
    ],
  });
}

function waiting({ t, format }: Page, { waiting: messages }: OwnNotices): Html | false {
  if (messages === null) return false;
  const { waiting: some, waitingSince } = t.notices;
  const { count, since, nextAt } = messages;
  const times = waitingSince(value(format.time(since)), value(format.time(nextAt)));
  return remark('wait', html`<span class="strong">${some(count, format.number(count))}</span> ${times}`);
}

export const noticeRoutes = formRoutes('/account/notices', everyone, notices);

/** The way to it from the account's page. */
export function noticesSection(page: Page): Html {
  const { title, lead, open } = page.t.notices;
  return html`<section class="section"><div class="section-head"><h2>${title}</h2>${linkButton(page, '/account/notices', open, { isSmall: true })}</div>
    <p class="small muted">${lead}</p></section>`;
}
