import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react';

/** For a field of the HTML that the build rendered: tells what somebody typed into it before the app took it over. */
export function useTypedBefore(known: string, onTyped: (text: string) => void): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  const tell = useEffectEvent(() => {
    const typed = field.current?.value ?? '';
    if (typed && typed !== known) onTyped(typed);
  });
  useLayoutEffect(() => tell(), []);
  return field;
}
