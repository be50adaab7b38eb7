import { cx } from './cx.ts';

/** The word mark; `night` for dark bands, else it follows the theme. */
export function Logo({ night = false, className = 'h-9' }: { night?: boolean; className?: string }) {
  const size = { width: 190, height: 36 };
  if (night)
    return (
      <img src="/art/logo-dark.svg" alt="Territorio" className={cx('w-auto', className)} {...size} loading="lazy" />
    );
  return (
    <>
      <img src="/art/logo.svg" alt="Territorio" className={cx('w-auto dark:hidden', className)} {...size} />
      <img
        src="/art/logo-dark.svg"
        alt="Territorio"
        className={cx('hidden w-auto dark:block', className)}
        {...size}
        loading="lazy"
      />
    </>
  );
}

/** The woven band: once a view, for something earned. */
export function HuipilBand({ small = false, className }: { small?: boolean; className?: string }) {
  return <div aria-hidden="true" className={cx('band', small && 'band-sm', className)} />;
}
