import { expect } from 'chai';
import { mailOf } from '../../src/messages/mail-layout.ts';
import { deliveriesGivenUpNotice, endpointFailingNotice, tokenExpiresNotice } from '../../src/notices/api-notices.ts';
import { correctionDecidedNotice, leaveDecidedNotice } from '../../src/notices/decision-notices.ts';
import type { Notice } from '../../src/notices/notice.ts';

const at = new Date('2026-11-17T07:20:00Z');
const decided = { decidedBy: 'Noa Levi', at, note: 'By the gate’s log' };

const NOTICES: readonly Notice[] = [
  ...(['applied', 'changed', 'refused'] as const).map((outcome) =>
    correctionDecidedNotice({ outcome, date: '2026-11-16', ...decided }),
  ),
  ...(['approved', 'rejected', 'cancelled'] as const).map((outcome) =>
    leaveDecidedNotice({ outcome, dates: ['2026-11-17', '2026-11-16'], ...decided, decidedBy: null }),
  ),
  endpointFailingNotice({ id: 1, host: 'hooks.example', streak: 1, isDisabled: true }),
  endpointFailingNotice({ id: 1, host: 'hooks.example', streak: 5, isDisabled: false }),
  deliveriesGivenUpNotice({ id: 1, host: 'hooks.example' }),
  tokenExpiresNotice({ id: 1, name: '<Payroll> & "more"', expiresAt: at }),
];

describe('the words of notices', () => {
  const mailIn = (locale: 'he' | 'en', notice: Notice) => {
    const link = (path: string) => `https://hr.example${path}`;
    const { button, ...said } = notice.words({ locale, zone: 'Asia/Jerusalem', link });
    const footer = { html: 'x', text: 'x' };
    return mailOf(locale, 'Bakery', { ...said, button: { label: button, url: link(notice.path) }, footer });
  };

  it('stand in both languages and in both parts, one heading for the subject', () => {
    for (const notice of NOTICES) {
      for (const locale of ['he', 'en'] as const) {
        const { subject, text, html } = mailIn(locale, notice);
        expect(/[א-ת]/.test(subject), subject).to.equal(locale === 'he');
        expect(text).to.contain(subject);
        const shown = html.slice(html.indexOf('<h1')).replace(/<[^>]*>/g, '');
        const unescaped = shown
          .replace(/&lt;/g, '<')
          .replace(/&gt;/g, '>')
          .replace(/&quot;/g, '"')
          .replace(/&amp;/g, '&');
        expect(unescaped).to.contain(subject);
        expect(html).not.to.contain('<Payroll>');
      }
    }
  });

  it('name one and two of a thing by words of their own', () => {
    const subjects = NOTICES.map((notice) => mailIn('he', notice)).map(({ text }) => text);
    expect(subjects.join('\n')).not.to.match(/\b1 שליחות|\(2 ימים\)/);
    expect(subjects.join('\n')).to.contain('16.11–17.11 (יומיים)').and.contain('שליחה נגמרה בלי הצלחה');
    expect(mailIn('en', NOTICES[1] as Notice).subject).to.equal(
      'Your correction for Monday, 16 Nov 2026 was applied with a change',
    );
  });
});
