import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { lazyPart } from '@/ui/loading/lazy-part';
import type { ConfirmProps } from './ConfirmQuestion.tsx';

/** Loads the question's code, for pages that may ask it without a signal. */
export const loadQuestion = () => import('./ConfirmQuestion.tsx');

const ConfirmQuestion = lazyPart(loadQuestion);

/** Asks before an action that can't be undone. The code loads when the question is first opened. */
export function ConfirmDialog(props: ConfirmProps) {
  // The closed question stays mounted, so that it can fade out and restore the focus.
  const [opened, setOpened] = useState(props.open);
  if (props.open && !opened) setOpened(true);
  return opened && <ConfirmQuestion {...props} />;
}

/**
 * Asks before a deletion, in the same words everywhere. `type` is a noun such as 'Territory'. `isRole` means that the
 * person only loses a role, which they can be given again.
 */
export function DeleteDialog({
  type,
  name,
  isRole = false,
  ...rest
}: { type: string; name: string; isRole?: boolean } & Pick<
  ConfirmProps,
  'open' | 'onCancel' | 'onConfirm' | 'children'
>) {
  const { t } = useLingui();
  return (
    <ConfirmDialog
      {...rest}
      title={<Trans>Delete {type}</Trans>}
      description={
        isRole
          ? t`Are you sure you want to delete ${name}?`
          : t`Are you sure you want to delete ${name}? This action cannot be undone.`
      }
      confirm={<Trans>Delete</Trans>}
    />
  );
}
