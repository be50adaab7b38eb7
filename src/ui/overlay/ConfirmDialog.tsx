import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { lazyPart } from '@/ui/loading/lazy-part';
import type { ConfirmProps } from './ConfirmQuestion.tsx';

/** Loads the code of the question, for a page on which it may be asked without a signal. */
export const loadQuestion = () => import('./ConfirmQuestion.tsx');

const ConfirmQuestion = lazyPart(loadQuestion);

/** Asks before an action that can't be undone. The code loads when it is opened. */
export function ConfirmDialog(props: ConfirmProps) {
  // After closing it stays, so that it can fade out and return the focus.
  const [opened, setOpened] = useState(props.open);
  if (props.open && !opened) setOpened(true);
  return opened && <ConfirmQuestion {...props} />;
}

/**
 * Asks before a deletion, with the same words everywhere. `type` is a noun such as 'Territory'. `isRole` means that
 * only a role ends, which can be granted again.
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
