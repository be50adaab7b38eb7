import type { Locator, Page } from '@playwright/test';

/**
 * Returns how many pixels the page is wider than the screen. Not compared with `innerWidth`, which grows when a
 * phone zooms out for a page that is too wide.
 */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Returns in how many rows the links and buttons of an element are. */
export const rowsOf = (part: Locator): Promise<number> =>
  part.evaluate((element) => {
    const boxes = [...element.querySelectorAll('a, button')]
      .filter((one) => one.checkVisibility())
      .map((one) => one.getBoundingClientRect())
      .sort((one, other) => one.top - other.top);
    let rows = 0;
    let end = Number.NEGATIVE_INFINITY;
    for (const { top, bottom } of boxes) {
      if (top >= end - 1) rows += 1;
      end = Math.max(end, bottom);
    }
    return rows;
  });

/** Returns the visible words of an element that break across lines, other than after a hyphen. */
export const brokenWords = (part: Locator): Promise<string[]> =>
  part.evaluate((element) => {
    const broken: string[] = [];
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      // Texts for screen readers only are one pixel wide.
      if (
        node.parentElement &&
        getComputedStyle(node.parentElement).position === 'absolute' &&
        node.parentElement.clientWidth <= 1
      )
        continue;
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[^\s\p{Pd}/@]+/gu)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (range.getClientRects().length > 1) broken.push(word);
      }
    }
    return broken;
  });

/** Returns texts that are cut off, overflow their button, or overlap another text. */
export async function layoutFaults(page: Page): Promise<string[]> {
  // Rows that were never on the screen have only an estimated height until they are laid out.
  await page.addStyleTag({ content: '* { content-visibility: visible !important }' });
  return page.evaluate(() => {
    const faults = new Set<string>();
    const styles = new Map<Element, CSSStyleDeclaration>();
    const styleOf = (element: Element) => {
      const style = styles.get(element) ?? getComputedStyle(element);
      styles.set(element, style);
      return style;
    };
    const chainOf = (element: Element | null): Element[] =>
      element ? [element, ...chainOf(element.parentElement)] : [];
    /** Cut on purpose, with an ellipsis or for screen readers only. */
    const isMeant = (element: Element) => {
      const style = styleOf(element);
      return (
        style.textOverflow === 'ellipsis' ||
        style.webkitLineClamp !== 'none' ||
        (element.clientWidth <= 1 && element.clientHeight <= 1)
      );
    };
    const texts: { node: Node; words: string; rect: DOMRect; layer: Element | undefined }[] = [];

    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const words = node.textContent?.trim();
      const parent = node.parentElement;
      if (!words || !parent?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      // The logo makes room for the words of the header's links, but has none for brackets.
      if (parent.closest('script, style, select, svg, [inert], .for-guests')) continue;
      const chain = chainOf(parent);
      // Scrollable content can be reached.
      const end = chain.findIndex((one) => /auto|scroll/.test(styleOf(one).overflowX + styleOf(one).overflowY));
      const around = end < 0 ? chain : chain.slice(0, end);
      if (around.some(isMeant)) continue;
      const layer = chain.find((one) => /fixed|sticky|absolute/.test(styleOf(one).position));
      const range = document.createRange();
      range.selectNodeContents(node);
      const lines = [...range.getClientRects()].filter((rect) => rect.width >= 2);
      if (lines.length > 3 && words.length / lines.length < 4) faults.add(`a letter a line: ${words}`);
      for (const rect of lines) {
        for (const box of around) {
          const edge = box.getBoundingClientRect();
          const outside =
            rect.right <= edge.left || rect.left >= edge.right || rect.top >= edge.bottom || rect.bottom <= edge.top;
          if (!/hidden|clip/.test(styleOf(box).overflowX) || outside) continue;
          if (rect.right > edge.right + 1 || rect.left < edge.left - 1 || rect.top + rect.height / 2 > edge.bottom)
            faults.add(`cut off: ${words}`);
        }
        const button = parent.closest('button, .btn, [role=tab], label');
        const edge = button?.getBoundingClientRect();
        if (edge && (rect.right > edge.right + 1 || rect.left < edge.left - 1))
          faults.add(`sticks out of its button: ${words}`);
        texts.push({ node, words, rect, layer });
      }
    }

    texts.sort((a, b) => a.rect.top - b.rect.top);
    for (const [index, { node, words, rect, layer }] of texts.entries())
      for (const other of texts.slice(index + 1)) {
        // Lines of a heading are close to each other.
        if (other.rect.top > rect.bottom - rect.height / 3) break;
        const width = Math.min(rect.right, other.rect.right) - Math.max(rect.left, other.rect.left);
        // Floating elements cover others on purpose.
        if (width > 3 && other.node !== node && other.layer === layer)
          faults.add(`one on the other: ${words} | ${other.words}`);
      }
    return [...faults];
  });
}
