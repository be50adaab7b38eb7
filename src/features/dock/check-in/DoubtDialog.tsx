import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck } from 'lucide-react';
import { AskDialog, type Asked } from './AskDialog';

interface Props extends Asked {
  name: string;
  departure: string;
}

/** Asks before checking in a ticket that may be for another departure, including the person's own next one. */
export default function DoubtDialog({ name, departure, ...asked }: Props) {
  const { t } = useLingui();
  return (
    <AskDialog
      {...asked}
      title={t`Is ${name} coming with you now?`}
      description={t`This ticket is for: ${departure}.`}
      variant="success"
      icon={<CircleCheck aria-hidden="true" />}
      confirm={<Trans>Yes, check in</Trans>}
    />
  );
}
