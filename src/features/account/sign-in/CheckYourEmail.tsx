import { Trans, useLingui } from '@lingui/react/macro';
import { MailCheck } from 'lucide-react';
import { Link } from 'react-router-dom';
import { confirmSignUp } from '@/features/account/queries';
import { paths } from '@/lib/routing/paths';
import { toast } from '@/ui/feedback/toast';
import { useCaptcha } from '@/ui/form/use-captcha';
import { CodeForm } from './CodeForm.tsx';
import { Done } from './Done.tsx';
import { ResendConfirmation } from './ResendConfirmation.tsx';

interface Props {
  email: string;
  /** As it was just typed; kept in memory alone. */
  password: string;
}

export function CheckYourEmail({ email, password }: Props) {
  const { t } = useLingui();
  const { captcha, captchaToken } = useCaptcha();
  const onCode = async (code: string) => {
    const outcome = await confirmSignUp({ email, code, password }, captchaToken);
    if (outcome === 'confirmed-before') toast.success(t`Your address is already confirmed. You're logged in.`);
  };
  return (
    <Done icon={<MailCheck aria-hidden="true" className="size-7" />} title={<Trans>Check Your Email</Trans>}>
      <p>
        <Trans>
          We sent a link to <strong className="font-semibold text-ink wrap-anywhere">{email}</strong>. Open it to
          confirm your account and carry on where you left off, or type the code from the email here.
        </Trans>
      </p>
      <CodeForm save={onCode} />
      {captcha}
      <p>
        <Trans>
          Opened the link somewhere else? Your address is already confirmed.{' '}
          <Link to={paths.login} className="font-semibold text-brand-text underline underline-offset-4">
            Log in
          </Link>
        </Trans>
      </p>
      <p>
        <Trans>
          Nothing after a few minutes? Check your spam folder, or let us send it again. Only the most recent email
          works.
        </Trans>
      </p>
      <ResendConfirmation email={email}>
        <Trans>Send it again</Trans>
      </ResendConfirmation>
    </Done>
  );
}
