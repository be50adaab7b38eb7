import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

interface Entry {
  english: string;
  spanish: string;
}

function entries(): Entry[] {
  const text = readFileSync('src/locales/es/messages.po', 'utf8');
  const value = (entry: string, name: string) =>
    [...(new RegExp(`^${name} ((?:".*"\\n?)+)`, 'm').exec(entry)?.[1]?.matchAll(/^".*"$/gm) ?? [])]
      .map(([line]) => JSON.parse(line) as string)
      .join('');
  return text
    .split('\n\n')
    .slice(1)
    .map((entry) => ({ english: value(entry, 'msgid'), spanish: value(entry, 'msgstr') }))
    .filter(({ english }) => english !== '');
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Texts of the app as they stand in English, where Spanish says it in other words. Of a text with values the words around them. */
function patterns(): RegExp[] {
  const spanish = new Set(entries().map((entry) => entry.spanish.toLowerCase()));
  return entries()
    .filter((entry) => entry.english !== entry.spanish && !spanish.has(entry.english.toLowerCase()))
    .filter(({ english }) => !/[<,]|plural/.test(english) || !/[{<]/.test(english))
    .filter(
      ({ english }) =>
        (english.replace(/\{\w+\}/g, '').match(/\p{L}{2,}/gu) ?? []).length >= (english.includes('{') ? 2 : 1),
    )
    .map(
      ({ english }) =>
        new RegExp(
          `^${english
            .split(/\{\w+\}/)
            .map(escaped)
            .join('.+')}$`,
          'u',
        ),
    );
}

const ENGLISH = patterns();

/** English of the app's own that somebody sees or hears on this page. */
export async function englishOn(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found = new Set<string>();
    const shown = (element: Element | null) => element?.checkVisibility({ visibilityProperty: true }) ?? false;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      // What people wrote has its own language, and what says that it is English is no surprise.
      if (!parent || parent.closest('script, style, body [lang="en"], textarea, bdi, [dir="auto"]')) continue;
      const words = node.textContent?.trim();
      if (words && shown(parent)) found.add(words);
    }
    const attributes = ['aria-label', 'title', 'placeholder', 'alt', 'aria-description'];
    for (const element of document.querySelectorAll(attributes.map((name) => `[${name}]`).join()))
      for (const name of attributes) {
        // A picture of the catalogue says what its owner wrote.
        if (name === 'alt' && /\/storage\//.test(element.getAttribute('src') ?? '')) continue;
        const words = element.getAttribute(name)?.trim();
        if (words && shown(element)) found.add(words);
      }
    return [...found, document.title.replace(/ · Territorio$/, '')];
  });
  return texts.filter((words) => ENGLISH.some((pattern) => pattern.test(words)));
}
