import type { ComponentProps, ReactNode, Ref } from 'react';
import { cx } from './cx.ts';

/** Shows a surface with a thin border. Use `lift` only if the whole card can be clicked. */
export function Card({ lift = false, className, ...rest }: ComponentProps<'div'> & { lift?: boolean }) {
  return <div {...rest} className={cx('card', lift && 'card-lift', className)} />;
}

interface HeaderProps {
  title: ReactNode;
  /** The number of listed items, if known. */
  count?: number | undefined;
  /** Lets the owner move the focus to the title. */
  titleRef?: Ref<HTMLHeadingElement>;
  children?: ReactNode;
}

/** Shows the heading of a card with a list. */
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
