import type { Page } from '@playwright/test';

declare global {
  interface Window {
    beginTranslation: () => void;
  }
}

/** The text in React's error when it can't find a text node. */
export const LOST = 'Lost by the translation:';

/**
 * Translates a page like a browser. It wraps each text node in two `<font>` elements with another text, including
 * later ones. Changes to our own text nodes are then invisible. It starts at `beginTranslation`, like a person's
 * request.
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

/** Translates the open document and its later content. */
export const beginTranslation = (page: Page): Promise<void> => page.evaluate(() => window.beginTranslation());

/** Links that end the visit, leave the browser, or reload everything. */
const NOT_PRESSED =
  /sign out|log ?out|print|export|download|calendar|camera|scan|load the page|photo|file|continue with/i;

/**
 * Clicks everything on the page, each name once, including new content. Dialogs are closed again. Adds the names to
 * `pressed`. Returns false if a click has left the page.
 */
export async function press(
  page: Page,
  pressed: Set<string>,
  kinds = 'button:not([role=tab]), summary',
): Promise<boolean> {
  const start = page.url().replace(/[?#].*/, '');
  for (let times = 0; times < 20; times += 1) {
    // The browser finds the next one, which takes one call instead of one for each button.
    const name = await page
      .evaluate(pressNext, { kinds, skip: NOT_PRESSED.source, done: [...pressed] })
      .catch(() => '');
    if (name === null) return true;
    if (name) pressed.add(name);
    if (!name || page.url().replace(/[?#].*/, '') !== start) return false;
  }
  return true;
}

/** Runs in the page. Returns the name of what it clicked, or null when nothing is left. */
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
