import { cx } from './cx.ts';

interface LogoProps {
  /** True on a band that is dark in both themes. */
  night?: boolean;
  /** True on a background that is white in both themes. */
  paper?: boolean;
  className?: string;
}

/** Shows the wordmark. Its colours follow the theme, unless `night` or `paper` is set. */
export function Logo({ night = false, paper = false, className = 'h-9' }: LogoProps) {
  const size = { width: 190, height: 36 };
  if (paper) return <img src="/art/logo.svg" alt="Territorio" className={cx('w-auto', className)} {...size} />;
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

/** Shows the woven band. It is reserved for achievements, and appears once per view. */
export function HuipilBand({ small = false, className }: { small?: boolean; className?: string }) {
  return <div aria-hidden="true" className={cx('band', small && 'band-sm', className)} />;
}
