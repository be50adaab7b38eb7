import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  type EmailToken,
  type EmailType,
  type Redeemed,
  redeemEmailCode,
  redeemEmailLink,
} from '@/features/account/queries';
import { useSession } from '@/features/account/session/session';
import { toAppError } from '@/lib/api/to-app-error';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { CodeForm } from './CodeForm.tsx';
import { Done } from './Done.tsx';

interface Props {
  token: EmailToken;
  onRedeemed: (outcome: Redeemed) => Promise<void>;
  /** Called if the link no longer works. */
  onUsedUp: () => void;
  /** Continues without the link, for a signed-in person. */
  onSkip: () => void;
}

const TEXTS: Record<EmailType, { title: ReactNode; action: ReactNode }> = {
  signup: { title: <Trans>Confirm your email</Trans>, action: <Trans>Confirm and sign in</Trans> },
  invite: { title: <Trans>You're invited</Trans>, action: <Trans>Accept the invitation</Trans> },
  magiclink: { title: <Trans>Sign in to Territorio</Trans>, action: <Trans>Sign in</Trans> },
  recovery: { title: <Trans>Choose a new password</Trans>, action: <Trans>Continue</Trans> },
  email_change: { title: <Trans>Confirm your new email</Trans>, action: <Trans>Confirm the change</Trans> },
};

/**
 * Shows the page of an emailed link. Nothing happens before the button is clicked, because mail scanners open every
 * link and the token works only once.
 */
export function EmailLinkCard({ token, onRedeemed, onUsedUp, onSkip }: Props) {
  const own = useSession().user?.email;
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => redeemEmailLink(token),
    onSuccess: onRedeemed,
    onError: (failure) => {
      if (['otp_expired', 'link_invalid'].includes(toAppError(failure).code)) onUsedUp();
    },
  });
  const { title, action } = TEXTS[token.type];
  return (
    <div className="card w-full max-w-md p-6 text-left">
      <Done icon={<MailCheck aria-hidden="true" className="size-7" />} title={title}>
        <p className="wrap-anywhere">
          <Trans>
            This link is for <strong className="font-semibold text-ink">{token.email}</strong>. Continue only if that's
            your address.
          </Trans>
        </p>
        {own && own.toLowerCase() !== token.email.toLowerCase() && token.type !== 'email_change' && (
          <Alert tone="warn">
            <Trans>
              You're signed in as {own}. If you continue, you'll be signed in as {token.email} instead.
            </Trans>
          </Alert>
        )}
        {error && <Alert tone="danger">{error.message}</Alert>}
        <Button variant="primary" size="lg" block busy={isPending || isSuccess} onClick={() => mutate()}>
          {action}
        </Button>
        {token.type !== 'email_change' && <Digits token={token} onRedeemed={onRedeemed} />}
        {own && (
          <Button variant="ghost" block onClick={onSkip}>
            <Trans>Stay signed in</Trans>
          </Button>
        )}
      </Done>
    </div>
  );
}

/** An email to a new address has no digits, because the two addresses would get different ones. */
function Digits({ token, onRedeemed }: Pick<Props, 'token' | 'onRedeemed'>) {
  return (
    <div className="grid gap-3 border-t border-line pt-4">
      <p>
        <Trans>Or type the six digits from the email. Only the most recent email works.</Trans>
      </p>
      <CodeForm save={async (code) => onRedeemed(await redeemEmailCode(token, code))} />
    </div>
  );
}
