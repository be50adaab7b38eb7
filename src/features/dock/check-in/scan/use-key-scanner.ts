import { useEffect, useEffectEvent } from 'react';

/** People type more slowly than this; handheld scanners don't. */
const SCANNER_MS = 50;
/** The shortest text read: the code under a QR code. */
const MIN_LENGTH = 8;

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');

/** Reports what a handheld scanner types, wherever the focus is; fields keep their own input. */
export function useKeyScanner(onText: (text: string) => void): void {
  const told = useEffectEvent(onText);
  useEffect(() => {
    let text = '';
    let last = 0;
    const onKey = (event: KeyboardEvent) => {
      if (isField(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
      const quick = event.timeStamp - last < SCANNER_MS;
      if (event.key.length === 1) {
        text = quick ? text + event.key : event.key;
        last = event.timeStamp;
      } else if (event.key === 'Enter' && quick && text.length >= MIN_LENGTH) {
        // Keeps the scanner's Enter from clicking a focused button.
        event.preventDefault();
        event.stopPropagation();
        told(text);
        text = '';
      }
    };
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, []);
}
