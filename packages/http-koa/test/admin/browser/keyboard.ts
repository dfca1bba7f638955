/// <reference lib="dom" />
import { expect } from 'chai';
import type { Visitor } from './visitor.ts';

const MOST_STOPS = 120;

/** A person without a mouse: Tab, Enter, Space and letters, and nothing else. */
export class Keyboard {
  readonly #visitor: Visitor;

  constructor(visitor: Visitor) {
    this.#visitor = visitor;
  }

  /** Presses Tab until what the selector names has the focus. Every stop on the way must be seen to have it. */
  tabTo(selector: string): Promise<void> {
    return this.#press('Tab', selector);
  }

  /** The same in the other direction. */
  tabBackTo(selector: string): Promise<void> {
    return this.#press('Shift+Tab', selector);
  }

  /** Presses an arrow until what the selector names has the focus. */
  arrowTo(key: 'ArrowDown' | 'ArrowLeft' | 'ArrowRight' | 'ArrowUp', selector: string): Promise<void> {
    return this.#press(key, selector);
  }

  async #press(key: string, selector: string): Promise<void> {
    const { page } = this.#visitor;
    const passed: string[] = [];
    for (let stop = 0; stop < MOST_STOPS; stop++) {
      await page.keyboard.press(key);
      const focus = await page.evaluate(focusOf, selector);
      if (focus === null) continue;
      passed.push(focus.name);
      expect(focus.isShown, `the focus on ${focus.name} is seen`).to.equal(true);
      if (focus.isWanted) return;
    }
    throw new Error(`${key} does not come to ${selector}, but to ${passed.join(', ')}.`);
  }

  /** Types into a field. */
  async write(name: string, text: string): Promise<void> {
    await this.tabTo(`[name="${name}"]`);
    await this.#visitor.page.keyboard.type(text);
  }

  /** Types into the field that has the focus when its page opens: the browser may give it a moment later. */
  async writeAtOnce(name: string, text: string): Promise<void> {
    await this.#visitor.page.waitForSelector(`[name="${name}"]:focus`);
    await this.#visitor.page.keyboard.type(text);
  }

  /** Ticks a box with the space bar. */
  async tick(selector: string): Promise<void> {
    await this.tabTo(selector);
    await this.#visitor.page.keyboard.press('Space');
    expect(await this.#visitor.page.locator(selector).isChecked()).to.equal(true);
  }

  /** Opens what does not lead to another page. */
  async open(selector: string): Promise<void> {
    await this.tabTo(selector);
    await this.#visitor.page.keyboard.press('Enter');
  }

  /** Follows a link or presses a button. */
  async go(selector: string): Promise<void> {
    await this.tabTo(selector);
    await this.enter();
  }

  /** Enter, where it leads to another page. */
  enter(): Promise<void> {
    return this.#visitor.leaveBy(() => this.#visitor.page.keyboard.press('Enter'));
  }
}

/** What has the focus, and whether it is marked, on the screen and not covered; null for the page itself. */
function focusOf(
  wanted: string,
): { readonly name: string; readonly isShown: boolean; readonly isWanted: boolean } | null {
  const element = document.activeElement;
  if (element === null || element === document.body || element === document.documentElement) return null;
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
  // The browser itself marks a part within a field, as the calendar of a date: then the field has no focus of its own.
  const isPart = !element.matches(':focus');
  const isMarked = isPart || (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
  const { top, bottom, left, right } = element.getBoundingClientRect();
  const isOnScreen = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
  const isSeenAt = (across: number, down: number) => {
    const found = document.elementFromPoint(left + (right - left) * across, top + (bottom - top) * down);
    return found !== null && (isPart || element.contains(found));
  };
  // A bar that sticks to an edge of the screen may cover it (WCAG 2, 2.4.11).
  const isUncovered = [0.05, 0.5, 0.95].some((across) => [0.1, 0.5, 0.9].some((down) => isSeenAt(across, down)));
  const label = element.getAttribute('aria-label') ?? element.getAttribute('name') ?? element.textContent ?? '';
  return {
    name: `${element.localName} ${label.trim()}`,
    isShown: isMarked && isOnScreen && isUncovered,
    isWanted: element.matches(wanted),
  };
}
