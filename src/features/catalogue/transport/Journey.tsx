import { Trans } from '@lingui/react/macro';
import { ArrowRight } from 'lucide-react';

/** Where it leaves, and where it goes if it says so. */
export function Journey({ from, to, className }: { from: string; to: string | null; className?: string }) {
  return (
    <span className={className}>
      {from}
      {to && (
        <>
          <ArrowRight aria-hidden="true" className="mx-1.5 inline size-3.5 align-[-.125em]" />
          <span className="sr-only">
            <Trans>to</Trans>{' '}
          </span>
          {to}
        </>
      )}
    </span>
  );
}
