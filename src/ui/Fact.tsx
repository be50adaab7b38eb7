import type { ReactNode } from 'react';

/** Shows one fact of a detail page with its icon. It must be in a list. */
export function Fact({ icon, main, children }: { icon: ReactNode; main: ReactNode; children?: ReactNode }) {
  return (
    <li className="flex gap-3.5">
      <span className="grid size-11 flex-none place-items-center rounded-md bg-accent-soft text-accent-text [&>svg]:size-5">
        {icon}
      </span>
      <p className="min-w-0 wrap-anywhere">
        <strong className="nums block font-semibold">{main}</strong>
        {children && <span className="nums text-sm text-ink-2">{children}</span>}
      </p>
    </li>
  );
}
