import type { ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { cx } from './cx.ts';
import { Spinner } from './feedback/Spinner.tsx';

export type ButtonVariant =
  | 'primary'
  | 'secondary'
  | 'soft'
  | 'ghost'
  | 'link'
  | 'danger'
  | 'success'
  | 'paper'
  | 'outline-night';
export type ButtonSize = 'sm' | 'md' | 'lg';

interface Look {
  variant?: ButtonVariant;
  size?: ButtonSize;
  block?: boolean;
}

function look({ variant = 'secondary', size = 'md', block = false }: Look, className?: string): string {
  return cx('btn', `btn-${variant}`, size !== 'md' && `btn-${size}`, block && 'btn-block', className);
}

export interface ButtonProps extends ComponentProps<'button'>, Look {
  /** Shows a spinner and ignores clicks. The button keeps its focus and width. */
  busy?: boolean;
  /** An icon of 18 pixels before the text. */
  icon?: ReactNode;
}

export function Button({
  variant,
  size,
  block,
  busy = false,
  icon,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={busy ? 'button' : type}
      className={look({ ...(variant && { variant }), ...(size && { size }), ...(block && { block }) }, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <Spinner /> : icon}
      <span className="contents">{children}</span>
    </button>
  );
}

export interface LinkButtonProps extends LinkProps, Look {
  icon?: ReactNode;
}

/** Shows a link that looks like a button. */
export function LinkButton({ variant, size, block, icon, className, children, ...rest }: LinkButtonProps) {
  return (
    <Link
      {...rest}
      className={look({ ...(variant && { variant }), ...(size && { size }), ...(block && { block }) }, className)}
    >
      {icon}
      <span className="contents">{children}</span>
    </Link>
  );
}

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** The action, for screen readers, because no text is visible. */
  label: string;
  look?: 'plain' | 'line' | 'paper' | 'danger';
  small?: boolean;
}

export function IconButton({
  label,
  look: kind = 'plain',
  small,
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      className={cx('icon-btn', kind !== 'plain' && `icon-btn-${kind}`, small && 'icon-btn-sm', className)}
    />
  );
}
