import { type ReactNode, useEffect, useRef } from 'react';

/** The heading of a new step takes the focus: that is how a keyboard and a screen reader learn that the panel changed. */
export function StepHeading({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    ref.current?.focus({ preventScroll: true });
    // scrollIntoView is missing in some test browsers
    ref.current?.closest('section')?.scrollIntoView?.({ block: 'nearest' });
  }, []);
  return (
    <h2 ref={ref} tabIndex={-1} className="text-xl font-bold outline-none">
      {children}
    </h2>
  );
}
