import { useEffect } from 'react';

declare global {
  interface Window {
    /** Of public/theme.js, on built pages only: what was pressed and typed so far; from then on it keeps nothing. */
    takeEarlyInput?: () => { pressed: HTMLButtonElement | null; typed: (HTMLInputElement | HTMLTextAreaElement)[] };
  }
}

const look = (element: Element) =>
  `${element.tagName} ${element.getAttribute('aria-label') ?? ''} ${element.getAttribute('type') ?? ''} ${element.textContent}`;

/** The element itself where the app took the HTML over, else the one that it has drawn in its place. */
function standing<E extends HTMLElement>(element: E): E | null {
  if (element.isConnected) return element;
  const alike = document.querySelectorAll<E>(element.tagName.toLowerCase());
  return [...alike].find((other) => look(other) === look(element)) ?? null;
}

/** As if it were typed now: React hears only of a value that is not the one it knows, which its own setter tells it. */
function type(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {};
  field.value = '';
  set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * A built page can be read before the app has started; what is pressed or typed in that time counts, once it has. Called by
 * what stands around the page: React takes the frame over before the page within.
 */
export function useEarlyInput(): void {
  useEffect(() => {
    const early = window.takeEarlyInput?.();
    if (!early) return;
    for (const field of early.typed) {
      const now = standing(field);
      if (now && field.value) type(now, field.value);
    }
    if (early.pressed) standing(early.pressed)?.click();
  }, []);
}
