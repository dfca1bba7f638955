import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spoolFileSender } from '@shaon/core';
import { runsAll, skipWithout } from '@shaon/testing';
import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { type Receiver, startReceiver } from '../../host/receiver.ts';
import { launchBrowser } from '../../host/watched-page.ts';
import { type PagesOptions, type PagesTest, type Someone, withPages } from '../support.ts';
import type { Look } from './signed-in-page.ts';
import { openVisitor, type Visitor, type VisitorOptions } from './visitor.ts';

/** The pages of a company, a real browser, a receiver of its webhooks and the file into which its messages go. */
export interface Journey {
  readonly pages: PagesTest;
  readonly receiver: Receiver;
  /** A browser of its own. What it complains of by the end of the test fails the test. */
  visitor(look: Look, options?: VisitorOptions): Promise<Visitor>;
  /** The same, of somebody who is signed in and reads the pages in the look's language. */
  signedIn(who: Someone, look: Look, options?: VisitorOptions): Promise<Visitor>;
  /** The text of the newest message to a phone that names an e-mail address. */
  messageAbout(email: string): Promise<string>;
}

/** A suite of journeys in Chromium; on SQLite in `npm test`, because the suites of the pages run on both databases. */
export function withJourneys(title: string, body: (journey: Journey) => void): void {
  const opened: { receiver?: Receiver; browser?: Browser; folder?: string } = {};

  async function options(): Promise<PagesOptions> {
    opened.receiver = await startReceiver();
    opened.folder = mkdtempSync(join(tmpdir(), 'shaon-journey-'));
    return {
      core: { smsSender: spoolFileSender(spoolIn(opened.folder)) },
      webhooks: { allow: [opened.receiver.origin], extraCa: opened.receiver.certificate.ca },
    };
  }

  withPages(
    title,
    (pages) => {
      let visitors: Visitor[] = [];

      before('open the browser', async function () {
        opened.browser = await launchBrowser(skipWithout(this, 'headless-chromium'));
      });
      after(async () => {
        await opened.browser?.close();
        await opened.receiver?.close();
        if (opened.folder !== undefined) rmSync(opened.folder, { recursive: true, force: true });
      });
      afterEach('without a complaint of the browser', async function () {
        const ended = visitors;
        visitors = [];
        for (const visitor of ended) {
          if (this.currentTest?.state === 'failed') console.error(`    ${await visitor.whereabouts()}`);
          await visitor.close();
        }
        expect(ended.flatMap(({ complaints }) => complaints)).to.deep.equal([]);
      });

      body({
        pages,
        get receiver() {
          return opened.receiver as Receiver;
        },
        async visitor(look, visitorOptions) {
          const visitor = await openVisitor(opened.browser as Browser, pages.origin, look, visitorOptions);
          visitors.push(visitor);
          return visitor;
        },
        async signedIn(who, look, visitorOptions) {
          await pages.core.accounts.setLocale(who.actor, look.locale);
          const visitor = await this.visitor(look, visitorOptions);
          await visitor.signIn(who.email);
          return visitor;
        },
        async messageAbout(email) {
          await pages.core.messages.drainOnce();
          const lines = readFileSync(spoolIn(opened.folder ?? ''), 'utf8')
            .trimEnd()
            .split('\n');
          const texts = lines.map((line) => (JSON.parse(line) as { readonly text: string }).text);
          return texts.findLast((text) => text.includes(email)) ?? '';
        },
      });
    },
    options,
    runsAll ? {} : { only: 'sqlite' },
  );
}

const spoolIn = (folder: string): string => join(folder, 'sms.spool');
