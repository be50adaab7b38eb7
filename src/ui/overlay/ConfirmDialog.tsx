import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense, useEffect, useState } from 'react';
import { atNextSign } from '@/lib/hooks/signs';
import { persist } from '@/ui/loading/lazy-near';
import type { ConfirmProps } from './ConfirmBox.tsx';

let asked: Promise<typeof import('./ConfirmBox.tsx')> | undefined;
function ask() {
  asked ??= persist(() => import('./ConfirmBox.tsx'));
  return asked;
}
const ConfirmBox = lazy(ask);

/**
 * Asks before what cannot be taken back. Focus starts on Cancel. Its code comes at the first sign of a person: it is opened by a
 * press at the earliest, and a page on a slow line is read before that.
 */
export function ConfirmDialog(props: ConfirmProps) {
  const [wanted, setWanted] = useState(props.open);
  if (props.open && !wanted) setWanted(true);
  useEffect(() => atNextSign(() => void ask().catch(() => undefined)), []);
  // Closed it stays, as it gives the focus back.
  return (
    wanted && (
      <Suspense>
        <ConfirmBox {...props} />
      </Suspense>
    )
  );
}

/** The question before a deletion, in the words that are the same everywhere. `type` is a noun, such as 'Territory'. */
export function DeleteDialog({
  type,
  name,
  ...rest
}: { type: string; name: string } & Pick<ConfirmProps, 'open' | 'onCancel' | 'onConfirm' | 'children'>) {
  const { t } = useLingui();
  return (
    <ConfirmDialog
      {...rest}
      title={<Trans>Delete {type}</Trans>}
      description={t`Are you sure you want to delete ${name}? This action cannot be undone.`}
      confirm={<Trans>Delete</Trans>}
    />
  );
}
