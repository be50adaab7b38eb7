import type { ReactNode } from 'react';

/** The screen after a form: an icon, a title that takes focus, what happens next. */
export function Done({ icon, title, children }: { icon: ReactNode; title: ReactNode; children: ReactNode }) {
  return (
    <div>
      <span className="grid size-14 place-items-center rounded-full bg-success-soft text-success-text">{icon}</span>
      <h1 className="font-title mt-5 text-4xl" tabIndex={-1} ref={(heading) => heading?.focus()}>
        {title}
      </h1>
      <div className="mt-3 grid gap-4 text-ink-2">{children}</div>
    </div>
  );
}
