import { Trans, useLingui } from '@lingui/react/macro';
import { KeyRound, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useSession } from '@/features/account/session/session';
import { AuthFrame } from '@/features/account/sign-in/AuthFrame';
import { Done } from '@/features/account/sign-in/Done';
import { NewPasswordForm } from '@/features/account/sign-in/NewPasswordForm';
import { OtherSessions } from '@/features/account/sign-in/OtherSessions';
import { isConfirmed } from '@/features/account/sign-in/return-to';
import { art } from '@/lib/media/art';
import { paths } from '@/lib/routing/paths';
import { useTitle } from '@/lib/routing/use-title';
import { LinkButton } from '@/ui/Button';
import { PageSpinner } from '@/ui/feedback/Spinner';
import { EmptyState } from '@/ui/feedback/states';

export default function PasswordResetPage() {
  const { t } = useLingui();
  const { status, user } = useSession();
  const [done, setDone] = useState(false);
  useTitle(t`Reset Password`);
  return (
    <AuthFrame picture={art.quetzal()} line={<Trans>Every trip starts with a name you know</Trans>} lineAt="top">
      {done ? (
        <Complete />
      ) : status === 'loading' ? (
        <PageSpinner />
      ) : user ? (
        <Choose email={user.email ?? ''} onDone={() => setDone(true)} />
      ) : (
        <NoLink />
      )}
    </AuthFrame>
  );
}

function Choose({ email, onDone }: { email: string; onDone: () => void }) {
  const confirmed = isConfirmed(useLocation().state);
  return (
    <>
      <h1 className="font-title text-4xl">
        {confirmed ? <Trans>Your email is confirmed</Trans> : <Trans>Reset Password</Trans>}
      </h1>
      <p className="mt-2 text-ink-2 wrap-anywhere">
        {confirmed ? (
          <Trans>
            You opened the email in another browser. Choose the password for{' '}
            <strong className="font-semibold text-ink">{email}</strong> here, so that only you know it.
          </Trans>
        ) : (
          <Trans>
            Choose a new password for <strong className="font-semibold text-ink">{email}</strong>.
          </Trans>
        )}
      </p>
      <NewPasswordForm email={email} mayKeep={confirmed} onDone={onDone} />
    </>
  );
}

function Complete() {
  return (
    <Done
      icon={<ShieldCheck aria-hidden="true" className="size-7" />}
      title={<Trans>Your password has been changed</Trans>}
    >
      <p>
        <Trans>You're signed in. Use the new password next time.</Trans>
      </p>
      <OtherSessions now />
      <LinkButton to={paths.home} variant="primary" size="lg" className="justify-self-start">
        <Trans>Go to Home Page</Trans>
      </LinkButton>
    </Done>
  );
}

/** Shown to people who open the page without an emailed link, or with a used one. */
function NoLink() {
  return (
    <EmptyState
      heading="h1"
      icon={<KeyRound aria-hidden="true" />}
      title={<Trans>Open the link from your email</Trans>}
      actions={
        <LinkButton to={paths.login} variant="primary">
          <Trans>Login</Trans>
        </LinkButton>
      }
    >
      <Trans>
        A reset link works only once and for a short time. Choose "Forgot password" on the login page to get a new one.
      </Trans>
    </EmptyState>
  );
}
