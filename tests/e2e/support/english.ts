import type { BrowserContext, Page } from '@playwright/test';
import { catalogue } from '../../support/catalogue.ts';
import { NUMBER, textsOf, VALUE } from '../../support/message-texts.ts';

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const wordsIn = (text: string): number => text.match(/\p{L}{2,}/gu)?.length ?? 0;
/** 'of' between two values is part of many place names. */
const isTelling = (text: string) =>
  text.includes(VALUE) ? /\p{L}{4}/u.test(text) || wordsIn(text) > 1 : wordsIn(text) > 0;

/** Next to a single word, a value has to be one word too, or text by people would be taken for one of ours. */
function patternOf(text: string): RegExp {
  const value = wordsIn(text) === 1 ? String.raw`\S+` : '.+';
  const parts = text.split(VALUE).map((part) => part.split(NUMBER).map(escaped).join(String.raw`[\d.,]+`));
  return new RegExp(`^${parts.join(value)}$`, 'isu');
}

/** Returns the app's English texts that look like no Spanish text, in lower case. Those with values are patterns. */
function englishTexts(): { fixed: Set<string>; patterns: RegExp[] } {
  const entries = catalogue('es');
  const spanish = [
    ...new Set(
      entries
        .flatMap(({ translated }) => textsOf(translated))
        .map((text) => text.replaceAll(VALUE, '7').replaceAll(NUMBER, '7').toLowerCase()),
    ),
  ];
  const said = new Set(spanish);
  const texts = [...new Set(entries.flatMap(({ english }) => textsOf(english)))].filter(isTelling);
  const hasValue = (text: string) => text.includes(VALUE) || text.includes(NUMBER);
  const fixed = texts.filter((text) => !hasValue(text)).map((text) => text.toLowerCase());
  return {
    fixed: new Set(fixed.filter((text) => !said.has(text))),
    patterns: texts
      .filter(hasValue)
      .map(patternOf)
      .filter((pattern) => !spanish.some((text) => pattern.test(text))),
  };
}

const ENGLISH = englishTexts();
const known = new Map<string, boolean>();

/** Returns whether a text is one of the app's own, in English. */
export function isEnglish(text: string): boolean {
  const answer =
    known.get(text) ??
    (ENGLISH.fixed.has(text.toLowerCase()) || ENGLISH.patterns.some((pattern) => pattern.test(text)));
  known.set(text, answer);
  return answer;
}

/** Runs in the page. Returns the visible and announced texts. */
function shownTexts(): string[] {
  const found = new Set<string>();
  const shown = (element: Element) =>
    (element.closest('select') ?? element).checkVisibility({ visibilityProperty: true });
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    // Texts by users have their own language, and language labels are in English on purpose.
    if (!parent || parent.closest('script, style, body [lang="en"], textarea, bdi, [dir="auto"]')) continue;
    const words = node.textContent?.trim();
    if (words && shown(parent)) found.add(words);
  }
  const attributes = [
    'aria-label',
    'aria-description',
    'aria-valuetext',
    'aria-roledescription',
    'title',
    'placeholder',
    'alt',
  ];
  for (const element of document.querySelectorAll(attributes.map((name) => `[${name}]`).join()))
    for (const name of attributes) {
      // The alternative text of a catalogue picture was written by its owner.
      if (name === 'alt' && /\/storage\//.test(element.getAttribute('src') ?? '')) continue;
      const words = element.getAttribute(name)?.trim();
      if (words && !element.closest('body [lang="en"]') && shown(element)) found.add(words);
    }
  return [...found, document.title.replace(/ · Territorio$/, '')];
}

/** Returns the app's English text that is visible or announced on this page. */
export const englishOn = async (page: Page): Promise<string[]> => (await page.evaluate(shownTexts)).filter(isEnglish);

/** Runs in the page. Reports every text shown from now on, even if it soon disappears. */
function watch(textsNow: () => string[], report: (texts: string[]) => void) {
  const told = new Set<string>();
  let waiting = false;
  const look = () => {
    waiting = false;
    const texts = document.body ? textsNow().filter((text) => !told.has(text)) : [];
    for (const text of texts) told.add(text);
    if (texts.length > 0) report(texts);
  };
  new MutationObserver(() => {
    if (!waiting) requestAnimationFrame(look);
    waiting = true;
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
}

/**
 * Collects the app's English texts that pages of this context show at any moment of a journey, except texts that
 * people have written.
 */
export async function collectEnglish(context: BrowserContext, written: ReadonlySet<string>): Promise<Set<string>> {
  const found = new Set<string>();
  await context.exposeFunction('reportTexts', (texts: string[]) => {
    for (const text of texts) if (isEnglish(text) && !written.has(text)) found.add(text);
  });
  await context.addInitScript({ content: `(${watch})(${shownTexts}, (texts) => void reportTexts(texts))` });
  return found;
}
