import type { Page } from '@playwright/test';

/**
 * What a phone showed after a code was read: the heading, its time by the page's clock, and how many milliseconds
 * after the reading.
 */
export interface Shown {
  title: string;
  at: number;
  ms: number;
}

/**
 * Measures in the page itself, from reading a code to each heading that answers it. This is the phone's time,
 * without the camera's wait for a picture and without the measuring process. Restarted for each document.
 */
export const noteDecisions = (page: Page) =>
  page.context().addInitScript(() => {
    const shown: Shown[] = [];
    let read = 0;
    let last = '';
    new MutationObserver(() => {
      const heading = document.querySelector('[role=dialog] h1');
      const title = heading?.textContent ?? '';
      if (title === last) return;
      // The first heading after a code is 'Checking the code', or the result. It ends when the result disappears.
      if (last === '') read = performance.now();
      last = title;
      const at = performance.now();
      if (title && title !== 'Checking the code') shown.push({ title, at, ms: at - read });
    }).observe(document, { subtree: true, childList: true, characterData: true });
    Object.assign(globalThis, { shown });
  });

export const decisionsOf = (page: Page): Promise<Shown[]> =>
  page.evaluate(() => (globalThis as unknown as { shown: Shown[] }).shown);

/** Returns a text like "median …, at most …". */
export function inWords(times: readonly number[]): string {
  const sorted = [...times].sort((one, other) => one - other);
  const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
  return `median ${at(0.5)} ms, at most ${at(1)} ms (${sorted.length})`;
}
