import * as Radix from 'radix-ui/dialog';
import type { ReactNode } from 'react';
import { cx } from '@/ui/cx';
import { useBackCloses } from './use-back-closes.ts';
import { useReturnFocus } from './use-return-focus.ts';

/** Shows a layer over the whole screen, which Escape closes. The content renders its own heading. */
export function FullScreen({
  title,
  paper = false,
  onClose,
  children,
}: {
  title: ReactNode;
  /** True for a layer that is white in both themes, like paper. */
  paper?: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const focus = useReturnFocus(false);
  useBackCloses(true, onClose);
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Content
          {...focus}
          aria-describedby={undefined}
          className={cx('fixed inset-0 z-50 flex flex-col overflow-y-auto', paper ? 'paper bg-surface' : 'bg-night')}
        >
          <Radix.Title className="sr-only">{title}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
