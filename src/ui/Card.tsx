import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

/** A surface with a hairline; `lift` only where the whole card can be pressed. */
export function Card({ lift = false, className, ...rest }: ComponentProps<'div'> & { lift?: boolean }) {
  return <div {...rest} className={cx('card', lift && 'card-lift', className)} />;
}
