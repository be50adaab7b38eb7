import { Trans } from '@lingui/react/macro';
import { MailCheck } from 'lucide-react';
import { confirmSignUp } from '@/features/account/queries';
import { CodeForm } from './CodeForm.tsx';
import { Done } from './Done.tsx';
import { ResendConfirmation } from './ResendConfirmation.tsx';

interface Props {
  email: string;
  /** As it was just typed; kept in memory alone. */
  password: string;
}

export function CheckYourEmail({ email, password }: Props) {
  return (
    <Done icon={<MailCheck aria-hidden="true" className="size-7" />} title={<Trans>Check Your Email</Trans>}>
      <p>
        <Trans>
          We sent a link to <strong className="font-semibold text-ink wrap-anywhere">{email}</strong>. Open it to
          confirm your account; you will come back to where you were. Or type its code here.
        </Trans>
      </p>
      <CodeForm save={(code) => confirmSignUp({ email, code, password })} />
      <p>
        <Trans>
          Nothing there after a few minutes? Look in the spam folder, or let us send it again. Only the newest letter
          works.
        </Trans>
      </p>
      <ResendConfirmation email={email}>
        <Trans>Send it again</Trans>
      </ResendConfirmation>
    </Done>
  );
}
