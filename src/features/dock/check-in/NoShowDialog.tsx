import { Trans, useLingui } from '@lingui/react/macro';
import { CircleSlash } from 'lucide-react';
import { AskDialog, type Asked } from './AskDialog';

/** Asks before a no-show, which only staff can undo after a few minutes. */
export default function NoShowDialog({ name, ...asked }: Asked & { name: string }) {
  const { t } = useLingui();
  return (
    <AskDialog
      {...asked}
      title={t`Did ${name} not come?`}
      description={t`After this the ticket cannot be checked in any more. You can undo it for a few minutes, later only your region's staff.`}
      variant="danger"
      icon={<CircleSlash aria-hidden="true" />}
      confirm={<Trans>Yes, mark as no show</Trans>}
    />
  );
}
