import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { resendConfirmation } from '@/features/account/queries';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { useCaptcha } from '@/ui/form/use-captcha';

/** The auth service sends one email per minute to an address. */
const PAUSE_MS = 60_000;

/** Sends the confirmation link again, at most once a minute. */
export function ResendConfirmation({ email, children }: { email: string; children: ReactNode }) {
  const { captcha, captchaToken } = useCaptcha();
  const { mutate, reset, isPending, isSuccess, error } = useMutation({
    mutationFn: async () => resendConfirmation(email, { captchaToken: await captchaToken() }),
  });
  useEffect(() => {
    if (!isSuccess) return;
    const timer = setTimeout(reset, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [isSuccess, reset]);
  return (
    <>
      {isSuccess && (
        <Alert tone="success">
          <Trans>We sent the link again.</Trans>
        </Alert>
      )}
      {error && <Alert tone="danger">{error.message}</Alert>}
      {captcha}
      <Button className="justify-self-start" busy={isPending} disabled={isSuccess} onClick={() => mutate()}>
        {children}
      </Button>
    </>
  );
}
