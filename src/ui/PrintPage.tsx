import { Trans } from '@lingui/react/macro';
import { ArrowLeft, Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { usePrintTheme } from '@/lib/hooks/use-print-theme';
import { Button } from './Button.tsx';
import { cx } from './cx.ts';

interface Props {
  back: { to: string; label: ReactNode };
  className: string;
  /** Buttons beside the print button. */
  actions?: ReactNode;
  /** True if printing is the main action of the page. */
  primary?: boolean;
  children: ReactNode;
}

/** Shows a page for printing. Paper shows neither the back link nor the buttons. */
export function PrintPage({ back, className, actions, primary = false, children }: Props) {
  usePrintTheme();
  return (
    <div className="page-work min-h-dvh flex-1 print:bg-white">
      <div className={cx('mx-auto px-4 pt-4 pb-16 print:max-w-none print:p-0', className)}>
        <div className="mb-4 flex flex-wrap items-center justify-between gap-4 print:hidden">
          <Link
            to={back.to}
            className="inline-flex min-h-11 items-center gap-1.5 text-sm font-medium text-ink-2 hover:text-ink"
          >
            <ArrowLeft aria-hidden="true" className="size-4" />
            {back.label}
          </Link>
          <div className="ml-auto flex flex-wrap items-center justify-end gap-2">
            {actions}
            <Button
              key="print"
              size={actions ? 'sm' : 'md'}
              variant={primary ? 'primary' : 'secondary'}
              icon={<Printer aria-hidden="true" />}
              onClick={() => print()}
            >
              <Trans>Print</Trans>
            </Button>
          </div>
        </div>
        {children}
      </div>
    </div>
  );
}
