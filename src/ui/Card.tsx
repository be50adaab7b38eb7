import type { ComponentProps, ReactNode, Ref } from 'react';
import { cx } from './cx.ts';

/** Shows a bordered surface. `lift` adds a hover effect and is only for cards that can be clicked as a whole. */
export function Card({ lift = false, className, ...rest }: ComponentProps<'div'> & { lift?: boolean }) {
  return <div {...rest} className={cx('card', lift && 'card-lift', className)} />;
}

interface HeaderProps {
  title: ReactNode;
  /** The number of entries, if known. */
  count?: number | undefined;
  /** Receives the title, so that the owner can focus it. */
  titleRef?: Ref<HTMLHeadingElement>;
  children?: ReactNode;
}

/** Shows the heading of a card that contains a list. */
export function CardHeader({ title, count, titleRef, children }: HeaderProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 p-4 pb-3 sm:px-5">
      <h2 ref={titleRef} tabIndex={titleRef ? -1 : undefined} className="text-lg font-bold">
        {title} {count !== undefined && <span className="nums ml-1 text-sm font-medium text-ink-2">{count}</span>}
      </h2>
      {children}
    </div>
  );
}
