import { Trans, useLingui } from '@lingui/react/macro';
import { CircleSlash } from 'lucide-react';
import { AskDialog, type Asked } from './AskDialog';

/** Asks before marking a no-show, which only staff can undo after a few minutes. */
export default function NoShowDialog({ name, ...asked }: Asked & { name: string }) {
  const { t } = useLingui();
  return (
    <AskDialog
      {...asked}
      title={t`Mark ${name} as a no-show?`}
      description={t`After this, the ticket can no longer be checked in. You can undo this for a few minutes; after that only your region's staff can.`}
      variant="danger"
      icon={<CircleSlash aria-hidden="true" />}
      confirm={<Trans>Yes, mark as no show</Trans>}
    />
  );
}
