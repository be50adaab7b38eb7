import { Trans, useLingui } from '@lingui/react/macro';
import { MailCheck } from 'lucide-react';
import { Link, useNavigate } from 'react-router-dom';
import { confirmSignUp, redeemEmailCode } from '@/features/account/queries';
import { paths } from '@/lib/routing/paths';
import { toast } from '@/ui/feedback/toast';
import { useCaptcha } from '@/ui/form/use-captcha';
import { CodeForm } from './CodeForm.tsx';
import { Done } from './Done.tsx';
import { ResendConfirmation } from './ResendConfirmation.tsx';
import type { ConfirmedState } from './return-to.ts';

interface Props {
  email: string;
  /** The password that was typed. It is null after a reload, because it is only kept in memory. */
  password: string | null;
  onConfirmed: () => void;
}

export function CheckYourEmail({ email, password, onConfirmed }: Props) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { captcha, captchaToken } = useCaptcha();
  const onCode = async (code: string) => {
    if (password === null) {
      // Signed-in people leave this page automatically, unless they must first choose a password.
      const redeemed = await redeemEmailCode({ email, type: 'signup' }, code);
      onConfirmed();
      if (redeemed === 'choose-password')
        await navigate(paths.passwordReset, { replace: true, state: { confirmed: true } satisfies ConfirmedState });
      return;
    }
    const outcome = await confirmSignUp({ email, code, password }, captchaToken);
    onConfirmed();
    if (outcome === 'choose-password') await navigate(paths.passwordReset, { replace: true });
    if (outcome === 'confirmed-before') toast.success(t`Your email address is already confirmed. You're signed in.`);
  };
  return (
    <Done icon={<MailCheck aria-hidden="true" className="size-7" />} title={<Trans>Check Your Email</Trans>}>
      <p>
        <Trans>
          We sent a link to <strong className="font-semibold text-ink wrap-anywhere">{email}</strong>. Open it to
          confirm your account and continue, or enter the code from the email here.
        </Trans>
      </p>
      <CodeForm save={onCode} />
      {captcha}
      <p>
        <Trans>
          Opened the link on another device? Your email address is already confirmed.{' '}
          <Link to={paths.login} className="font-semibold text-brand-text underline underline-offset-4">
            Log in
          </Link>
        </Trans>
      </p>
      <p>
        <Trans>
          No email after a few minutes? Check your spam folder, or ask us to send it again. Only the most recent email
          works.
        </Trans>
      </p>
      <ResendConfirmation email={email}>
        <Trans>Send email again</Trans>
      </ResendConfirmation>
    </Done>
  );
}
