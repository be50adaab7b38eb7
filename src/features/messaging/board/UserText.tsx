import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { cx } from '@/ui/cx';
import { Written } from '@/ui/written/Written';

const LONG_TEXT = 420;
const MANY_LINES = 8;

/** Shows another person's text as plain text, in its own direction, wrapped, and collapsed if it is long. */
export function UserText({ text, className }: { text: string; className?: string }) {
  const [open, setOpen] = useState(false);
  const long = text.length > LONG_TEXT || text.split('\n').length > MANY_LINES;
  return (
    <>
      <Written
        text={text}
        className={cx(
          'overflow-hidden wrap-anywhere whitespace-pre-line',
          className,
          long && !open && 'line-clamp-6 whitespace-normal',
        )}
      />
      {long && (
        <button
          type="button"
          aria-expanded={open}
          className="min-h-11 text-sm font-semibold text-brand-text underline underline-offset-4 md:min-h-7"
          onClick={() => setOpen(!open)}
        >
          {open ? <Trans>Show less</Trans> : <Trans>Show all</Trans>}
        </button>
      )}
    </>
  );
}
