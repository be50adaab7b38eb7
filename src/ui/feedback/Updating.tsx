import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Spinner } from './Spinner.tsx';

/**
 * Dims the results of the previous search or filter until the new ones have loaded, and says so above them after 150
 * ms. The results keep their place.
 */
export function Updating({ busy, children }: { busy: boolean; children: ReactNode }) {
  const { t } = useLingui();
  return (
    <div className="relative">
      {busy && (
        <div className="pointer-events-none absolute inset-x-0 top-3 z-20 grid justify-items-center appear-late">
          <span
            role="status"
            className="inline-flex items-center gap-2.5 rounded-full border border-line bg-surface px-4 py-2 text-sm font-medium shadow-md"
          >
            <Spinner />
            {t`Searching`}
          </span>
        </div>
      )}
      <div className={cx('transition-opacity duration-150', busy && 'opacity-60')}>{children}</div>
    </div>
  );
}
