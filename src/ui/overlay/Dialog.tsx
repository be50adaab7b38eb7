import { useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import * as Radix from 'radix-ui/dialog';
import type { ReactNode } from 'react';
import { cx } from '@/ui/cx';
import { useBackCloses } from './use-back-closes.ts';
import { useReturnFocus } from './use-return-focus.ts';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** The buttons, with the primary one last. Phones stack them with the primary one on top. */
  actions?: ReactNode;
  /** The position: 'sheet' opens from the bottom at every width, and 'side' at the side of a wide screen. */
  kind?: 'center' | 'sheet' | 'side';
  className?: string;
}

const SIDE =
  'sheet lg:inset-y-0! lg:right-0! lg:left-auto! lg:w-[30rem] lg:max-h-none! lg:rounded-none! lg:rounded-l-xl! lg:p-6!';
const KINDS = { center: 'dialog dialog-center p-[min(1.25rem,5vw)] sm:p-6', sheet: 'sheet', side: SIDE };

/**
 * Shows a modal, which traps and restores the focus and closes with Escape. Import it lazily unless the page shows it
 * immediately.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  actions,
  kind = 'center',
  className,
}: DialogProps) {
  const { t } = useLingui();
  const focus = useReturnFocus(kind === 'center');
  useBackCloses(open, () => onOpenChange(false));
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="sheet-overlay" />
        <Radix.Content
          {...focus}
          className={cx(KINDS[kind], className)}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <div className="flex items-start justify-between gap-4">
            <Radix.Title className="font-title min-w-0 pt-1 text-[min(1.5rem,8vw)] leading-tight wrap-anywhere">
              {title}
            </Radix.Title>
            <Radix.Close className="icon-btn -mt-1 -mr-2 flex-none" aria-label={t`Close`}>
              <X aria-hidden="true" />
            </Radix.Close>
          </div>
          {description && <Radix.Description className="mt-2 text-ink-2">{description}</Radix.Description>}
          {children && <div className="mt-4">{children}</div>}
          {actions && (
            <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:flex-wrap sm:justify-end">{actions}</div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
