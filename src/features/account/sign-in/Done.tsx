import type { ReactNode } from 'react';

interface Props {
  icon: ReactNode;
  title: ReactNode;
  /** 'warn' if the request didn't succeed. */
  tone?: 'success' | 'warn';
  children: ReactNode;
}

const TONES = { success: 'bg-success-soft text-success-text', warn: 'bg-warn-soft text-warn-text' };

/** Shows the screen after a form, with an icon, a focused title and the next step. */
export function Done({ icon, title, tone = 'success', children }: Props) {
  return (
    <div>
      <span className={`grid size-14 place-items-center rounded-full ${TONES[tone]}`}>{icon}</span>
      <h1 className="font-title mt-5 text-4xl" tabIndex={-1} ref={(heading) => heading?.focus()}>
        {title}
      </h1>
      <div className="mt-3 grid gap-4 text-ink-2">{children}</div>
    </div>
  );
}
