import { useEffect, useEffectEvent } from 'react';

/** A hand types slower than that; a scanner that poses as a keyboard does not. */
const SCANNER_MS = 50;
/** The shortest that it reads here: what stands under a QR code. */
const MIN_LENGTH = 8;

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');

/** Tells what a handheld scanner types, wherever the focus is; a field takes its own letters. */
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
        // It presses no button that has the focus.
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
