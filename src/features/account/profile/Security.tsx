import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { Download, KeyRound } from 'lucide-react';
import { useEffect } from 'react';
import { requestPasswordReset } from '@/features/account/queries';
import { OtherSessions } from '@/features/account/sign-in/OtherSessions';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { useCaptcha } from '@/ui/form/use-captcha';
import { getMyData } from './edit/queries';
import { Failure } from './Failure';
import { Section } from './Section';

const SENT_MS = 5000;

/** Emails a link for choosing a new password. */
export function ResetPassword({ email }: { email: string }) {
  const { t } = useLingui();
  const { captcha, captchaToken } = useCaptcha();
  const { mutate, reset, isPending, isSuccess, error } = useMutation({
    mutationFn: async (address: string) => requestPasswordReset(address, { captchaToken: await captchaToken() }),
  });
  useEffect(() => {
    if (!isSuccess) return;
    const timer = setTimeout(reset, SENT_MS);
    return () => clearTimeout(timer);
  }, [isSuccess, reset]);
  return (
    <Section title={<Trans>Password</Trans>}>
      <p className="mb-4 text-ink-2">
        <Trans>We'll email you a link to choose a new password.</Trans>
      </p>
      {isSuccess && (
        <Alert tone="success" className="mb-4">
          <Trans>Password reset email sent. Please check your inbox.</Trans>
        </Alert>
      )}
      {error && <Failure error={error} title={t`Failed to send password reset email`} />}
      {captcha}
      <Button icon={<KeyRound aria-hidden="true" />} busy={isPending} onClick={() => mutate(email)}>
        <Trans>Reset Password</Trans>
      </Button>
      <p className="mt-6 mb-4 text-ink-2">
        <Trans>Still signed in on a phone or computer you no longer use? You can sign out of it from here.</Trans>
      </p>
      <OtherSessions />
    </Section>
  );
}

/** Downloads all personal data. */
export function MyData() {
  const { mutate, isPending, error } = useMutation({ mutationFn: getMyData, onSuccess: saveFile });
  return (
    <Section title={<Trans>Your data</Trans>}>
      <p className="mb-4 text-ink-2">
        <Trans>
          Everything we have about you, in one file: profile, bookings, messages, reviews and what you sent us.
        </Trans>
      </p>
      {error && <Failure error={error} />}
      <Button icon={<Download aria-hidden="true" />} busy={isPending} onClick={() => mutate()}>
        <Trans>Download my data</Trans>
      </Button>
    </Section>
  );
}

function saveFile(file: Blob) {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = 'territorio-my-data.json';
  link.click();
  // The browser reads the object URL only after the click handler has run.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
