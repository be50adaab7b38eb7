import { type ComponentType, useEffect, useRef, useState } from 'react';
import type { PhoneProps } from './PlainPhone';

const TOUCH = ['pointerover', 'focusin', 'touchstart'] as const;

/**
 * The international phone input, whose library is larger than the rest of the form: it is loaded when the panel is first
 * touched (or at once for a number that is kept), and takes the place of the plain input while nobody types in that.
 */
export function usePhoneInput(id: string, atOnce: boolean) {
  const ref = useRef<HTMLDivElement>(null);
  const [PhoneInput, setPhoneInput] = useState<ComponentType<PhoneProps> | null>(null);

  useEffect(() => {
    const panel = ref.current?.closest('section');
    const input = () => document.getElementById(id);
    let live = true;
    const show = (Loaded: ComponentType<PhoneProps>) => {
      if (!live) return;
      if (document.activeElement === input()) input()?.addEventListener('blur', () => show(Loaded), { once: true });
      else setPhoneInput(() => Loaded);
    };
    const stopListening = () => {
      for (const type of TOUCH) panel?.removeEventListener(type, load);
    };
    const load = () => {
      stopListening();
      // Without a connection the plain input stays: it works.
      import('./PhoneInput').then((module) => show(module.default)).catch(() => undefined);
    };
    if (atOnce || !panel) load();
    else for (const type of TOUCH) panel.addEventListener(type, load, { passive: true });
    return () => {
      live = false;
      stopListening();
    };
    // Only how the field opened decides; what is typed later must not load it again.
  }, [id, atOnce]);

  return { PhoneInput, ref };
}
