import type { Page } from '@playwright/test';

declare global {
  interface Window {
    beginTranslation: () => void;
  }
}

/** What the page says in its console when React looks for a text where it no longer is, and which one. */
export const LOST = 'Lost by the translation:';

/**
 * Does to a page what a browser does that translates it: puts two `<font>` elements with a text of its own in the place of each text node,
 * also of those that come later. What is written into a text node of ours then shows no more.
 * It begins with `beginTranslation`, as a person asks for it who sees the page.
 */
export async function translate(page: Page): Promise<void> {
  await page.addInitScript((lost) => {
    for (const method of ['removeChild', 'insertBefore'] as const) {
      const real = Node.prototype[method] as (...nodes: (Node | null)[]) => Node;
      Node.prototype[method] = function (this: Element, ...nodes: (Node | null)[]) {
        const child = nodes.at(-1);
        if (child && child.parentNode !== this) console.error(lost, method, child.textContent, this.outerHTML);
        return real.apply(this, nodes);
      } as never;
    }
    const SKIPPED = 'font, script, style, title, textarea, option, svg, noscript';
    const translateText = (node: Node) => {
      const parent = node.parentElement;
      if (!parent || !node.nodeValue?.trim() || parent.closest(SKIPPED)) return;
      const outer = document.createElement('font');
      const inner = outer.appendChild(document.createElement('font'));
      parent.replaceChild(outer, node);
      inner.append(node.nodeValue);
    };
    const translateAll = (root: Node) => {
      const texts: Node[] = [];
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) texts.push(walker.currentNode);
      for (const text of texts) translateText(text);
    };
    const translating = new MutationObserver((changes) => {
      for (const { addedNodes } of changes) {
        for (const node of addedNodes) node.nodeType === Node.TEXT_NODE ? translateText(node) : translateAll(node);
      }
    });
    window.beginTranslation = () => {
      translateAll(document.body);
      translating.observe(document.body, { childList: true, subtree: true });
    };
  }, LOST);
}

/** Translates the document that is open, and what comes into it from now on. */
export const beginTranslation = (page: Page): Promise<void> => page.evaluate(() => window.beginTranslation());

/** What ends the visit, leaves the browser, or loads everything anew. */
const NOT_PRESSED =
  /sign out|log ?out|print|export|download|calendar|camera|scan|load the page|photo|file|continue with/i;

/**
 * Presses what the page shows, each name once, also what appears by that; a dialog is closed again. Adds the names to `pressed`; false
 * where a press has led to another page.
 */
export async function press(
  page: Page,
  pressed: Set<string>,
  kinds = 'button:not([role=tab]), summary',
): Promise<boolean> {
  const start = page.url().replace(/[?#].*/, '');
  for (let times = 0; times < 20; times += 1) {
    // The browser itself looks for the next one: one answer instead of one for each button.
    const name = await page
      .evaluate(pressNext, { kinds, skip: NOT_PRESSED.source, done: [...pressed] })
      .catch(() => '');
    if (name === null) return true;
    if (name) pressed.add(name);
    if (!name || page.url().replace(/[?#].*/, '') !== start) return false;
  }
  return true;
}

/** Runs in the page. The name of what it pressed, or null when nothing is left. */
async function pressNext({ kinds, skip, done }: { kinds: string; skip: string; done: string[] }) {
  const nameOf = (one: Element) => `${one.getAttribute('aria-label') ?? ''} ${one.textContent}`.trim();
  const all = [...document.querySelectorAll<HTMLElement>(`main :is(${kinds})`)];
  const next = all.find((one) => {
    const name = nameOf(one);
    return one.checkVisibility() && name && !done.includes(name) && !new RegExp(skip, 'i').test(name);
  });
  if (!next) return null;
  const name = nameOf(next);
  const events = { bubbles: true, cancelable: true, button: 0 };
  next.dispatchEvent(new PointerEvent('pointerdown', { ...events, pointerType: 'mouse' }));
  next.dispatchEvent(new MouseEvent('mousedown', events));
  next.dispatchEvent(new PointerEvent('pointerup', { ...events, pointerType: 'mouse' }));
  next.dispatchEvent(new MouseEvent('mouseup', events));
  next.click();
  const drawn = async () => {
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 100 }));
  };
  const until = performance.now() + 1000;
  do await drawn();
  while (
    document.querySelector('button[aria-busy=true], [role=dialog] :is(.spinner, .skeleton)') &&
    performance.now() < until
  );
  const top = document.querySelector('[role=dialog], [role=alertdialog], [role=menu], dialog[open]');
  if (top) {
    top.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
    await drawn();
  }
  return name;
}
