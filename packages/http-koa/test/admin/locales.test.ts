import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { Format } from '../../src/admin/format.ts';
import { html } from '../../src/admin/html.ts';
import { CATALOGUES } from '../../src/admin/locales/index.ts';
import { fromNow } from '../../src/admin/pages/deliveries/time-spans.ts';

const HEBREW = /[֐-׿]/;
/** Words of the other language that stand in a text on purpose: the link to it. */
const IN_THE_OTHER_LANGUAGE = ['signIn.otherLanguage'];

/** Their numbers are never one: days of our own, and the lengths of bodies. */
const NEVER_ONE = [
  ...['tokens.unusedAbility', 'tokens.idle', 'tokens.conflicts', 'tokens.form.days', 'tokens.page.unusedText'],
  ...['clocks.silent', 'people.fromFile.tooMany', 'webhooks.disableText', 'webhooks.signature.lengths'],
];
const MANY_EN = /(?<![\d.,])1 (?:days|hours|months|people|calls|deliveries|secrets|characters|endpoints|rows)\b/;
const MANY_HE =
  /(?<![\d.,])1 (?:ימים|שעות|חודשים|אנשים|קריאות|שליחות|סודות|תווים|כתובות|רשומות|ממתינות|פעילים|מוקפאים)/;
/** UI.md: the maqaf stands before digits and Latin letters. */
const MAQAF_BEFORE_HEBREW = /(?<![א-ת״׳])[בהוכלמש]־[א-ת]/;

/** Every text with its place: functions are called with made-up values. */
function textsOf(value: unknown, made: unknown = html`1`, place = ''): (readonly [place: string, text: string])[] {
  if (typeof value === 'string') return [[place, value]];
  if (typeof value === 'function') {
    const text: unknown = value(made, made, made, made, made, made);
    return [[place, String(text)]];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsOf(inner, made, place === '' ? key : `${place}.${key}`));
}

describe('the texts of the pages', () => {
  const [he, en] = [textsOf(CATALOGUES.he), textsOf(CATALOGUES.en)];

  it('are all written, each in its own language', () => {
    for (const [place, text] of [...he, ...en]) expect(text.trim(), place).not.to.equal('');
    for (const [place, text] of en) {
      if (!IN_THE_OTHER_LANGUAGE.includes(place)) expect(HEBREW.test(text), `${place}: ${text}`).to.equal(false);
    }
    const mostly = he.filter(([, text]) => HEBREW.test(text));
    expect(mostly.length).to.be.above(he.length * 0.8);
  });

  it('are all said by a page: by their names, or as one of a group', () => {
    const root = join(import.meta.dirname, '../../src/admin');
    const code = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/texts\.ts$|^locales/.test(file))
      .map((file) => readFileSync(join(root, file), 'utf8'))
      .join('\n');
    const known = new Set(code.match(/\w+/g));
    const groups = new Set([...code.matchAll(/(\w+)\)?(?:\?\.)?\[/g)].map(([, group]) => group));
    const unsaid = en
      .map(([place]) => place.split('.'))
      .filter((names) => {
        const first = names.findIndex((name) => groups.has(name));
        return !(first < 0 ? names : names.slice(0, first + 1)).every((name) => known.has(name));
      });
    expect(unsaid.map((names) => names.join('.'))).to.deep.equal([]);
  });

  it('say one thing as one', () => {
    const faultsOf = (texts: unknown, made: unknown, wrong: RegExp) =>
      textsOf(texts, made)
        .filter(([place, text]) => !NEVER_ONE.includes(place) && wrong.test(text))
        .map(([place]) => place);
    for (const [texts, many] of [
      [CATALOGUES.he, MANY_HE],
      [CATALOGUES.en, MANY_EN],
    ] as const) {
      // A text takes its number as a number or as it is shown.
      const asShown = faultsOf(texts, '1', many);
      expect(faultsOf(texts, 1, many).filter((place) => asShown.includes(place))).to.deep.equal([]);
      for (const made of [1, 2]) expect(faultsOf(texts, made, MAQAF_BEFORE_HEBREW)).to.deep.equal([]);
    }
  });

  it('keep the signs of a Latin text in Hebrew at its end', () => {
    // Without a mark after it such a sign stands before the word: `//:https`.
    const turned = textsOf(CATALOGUES.he).filter(([, text]) =>
      /[A-Za-z0-9](?::\/\/|[=_+#])(?![\w\u200E])/.test(text.replaceAll(/<[^>]*>/g, '')),
    );
    expect(turned).to.deep.equal([]);
  });

  it('say how long ago something was without a second number', () => {
    const now = new Date('2026-11-22T10:00:00.000Z');
    for (const seconds of [1, 120, 7_200, 172_800]) {
      for (const way of [seconds, -seconds]) {
        const at = new Date(now.getTime() + way * 1_000);
        for (const text of [fromNow('he', at, now), Format.of('he', 'UTC', now).ago(at)])
          expect(text).not.to.include('(');
      }
    }
  });

  it('mean the date by yesterday, and count no 60 minutes', () => {
    const now = new Date('2026-11-22T22:30:00.000Z');
    const words = (at: string) => Format.of('en', 'Asia/Jerusalem', now).ago(new Date(at));
    expect(words('2026-11-22T21:30:20.000Z')).to.equal('59 minutes ago');
    expect(words('2026-11-21T22:30:20.000Z')).to.equal('23 hours ago');
    expect(words('2026-11-21T21:30:00.000Z'), 'a Saturday, read on Monday').to.equal('2 days ago');
    expect(words('2026-11-21T22:10:00.000Z')).to.equal('yesterday');
    expect(fromNow('he', new Date('2026-11-20T12:00:00.000Z'), now)).to.equal('לפני יומיים');
  });
});
