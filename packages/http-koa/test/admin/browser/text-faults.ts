/// <reference lib="dom" />
import type { Page } from 'playwright-core';

/** Badges, tabs and names that cannot be read: a broken word, a tab outside its row, a line at the wrong side. */
export function textFaultsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    for (const label of document.querySelectorAll('.badge-s, .tabs a, .list .name bdi')) {
      const texts = document.createTreeWalker(label, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
        // A longer word may have to break, and a double name breaks after its hyphen.
        for (const { 0: word, index } of (node.textContent ?? '').matchAll(/(?<![^\s-])[^\s-]{2,12}(?![^\s-])/gu)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) faults.push(`“${word}” is broken`);
        }
      }
    }
    for (const row of document.querySelectorAll('.tabs')) {
      if (row.scrollWidth > row.clientWidth) faults.push('a tab is outside its row');
    }
    const isRightToLeft = document.documentElement.dir === 'rtl';
    for (const name of document.querySelectorAll('.list .name bdi')) {
      const text = document.createRange();
      text.selectNodeContents(name);
      const beginnings = new Map<number, number>();
      for (const { top, left, right } of text.getClientRects()) {
        const line = Math.round(top);
        const [at, before] = [Math.round(isRightToLeft ? right : left), beginnings.get(line)];
        beginnings.set(line, before === undefined ? at : isRightToLeft ? Math.max(before, at) : Math.min(before, at));
      }
      if (new Set(beginnings.values()).size > 1) faults.push(`the lines of “${name.textContent}” begin apart`);
    }
    return faults;
  });
}
