import { Trans } from '@lingui/react/macro';
import { MailCheck } from 'lucide-react';
import { Done } from './Done.tsx';
import { ResendConfirmation } from './ResendConfirmation.tsx';

export function CheckYourEmail({ email }: { email: string }) {
  return (
    <Done icon={<MailCheck aria-hidden="true" className="size-7" />} title={<Trans>Check Your Email</Trans>}>
      <p>
        <Trans>
          We sent a link to <strong className="font-semibold text-ink">{email}</strong>. Open it to confirm your
          account; you will come back to where you were.
        </Trans>
      </p>
      <p>
        <Trans>Nothing there after a few minutes? Look in the spam folder, or let us send it again.</Trans>
      </p>
      <ResendConfirmation email={email}>
        <Trans>Send it again</Trans>
      </ResendConfirmation>
    </Done>
  );
}
