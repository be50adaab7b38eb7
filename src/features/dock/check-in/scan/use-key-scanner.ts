import { useEffect, useEffectEvent } from 'react';

const SCANNER_MS = 50;
/** The shortest text that is accepted, which is the code below a QR code. */
const MIN_LENGTH = 8;

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');

/** Reports what a handheld scanner types, wherever the focus is. Fields keep their own input. */
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
        // The scanner ends with Enter, which must not press a focused button.
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
