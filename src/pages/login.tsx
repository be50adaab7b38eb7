import { Trans, useLingui } from '@lingui/react/macro';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { InviteBanner, useOpenInvite } from '@/features/account/invites/InviteBanner';
import { enterCode } from '@/features/account/queries';
import { ReferralBanner } from '@/features/account/referral/ReferralBanner';
import { useReferral } from '@/features/account/referral/referral';
import { useSession } from '@/features/account/session/session';
import { AuthFrame } from '@/features/account/sign-in/AuthFrame';
import { useCodePage } from '@/features/account/sign-in/awaited-code';
import { CodeForm } from '@/features/account/sign-in/CodeForm';
import { Done } from '@/features/account/sign-in/Done';
import { ForgotPasswordForm } from '@/features/account/sign-in/ForgotPasswordForm';
import { LoginForm } from '@/features/account/sign-in/LoginForm';
import { isForgotten, type ReturnToState, useReturnTo } from '@/features/account/sign-in/return-to';
import { WhySignIn } from '@/features/account/sign-in/WhySignIn';
import { art } from '@/lib/media/art';
import { paths, withQuery } from '@/lib/routing/paths';
import { useTitle } from '@/lib/routing/use-title';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';

type View = 'login' | 'forgot' | 'sent';

export default function LoginPage() {
  const { t } = useLingui();
  const ref = useReferral();
  const { state } = useLocation();
  const { invite, forget } = useOpenInvite();
  const { sentTo, onSent, onBack, forget: forgetCode } = useCodePage('recovery');
  const [form, setForm] = useState<Exclude<View, 'sent'>>(isForgotten(state) ? 'forgot' : 'login');
  const view: View = sentTo ? 'sent' : form;
  useTitle(view === 'login' ? t`Login` : t`Forgot password`);
  useReturnTo();

  return (
    <AuthFrame picture={art.quetzal()} line={<Trans>Every trip starts with a name you know</Trans>} lineAt="top">
      {ref && <ReferralBanner className="mb-7" />}
      {view === 'login' && <InviteBanner invite={invite} onForget={forget} />}
      {view === 'login' && <WhySignIn className="mb-7" />}
      {view === 'login' && <Login onForgot={() => setForm('forgot')} />}
      {view === 'forgot' && <Forgot onSent={(email) => onSent(email, state)} onBack={() => setForm('login')} />}
      {sentTo && (
        <Sent
          email={sentTo}
          onEntered={forgetCode}
          onBack={() => {
            setForm('login');
            onBack(state);
          }}
        />
      )}
    </AuthFrame>
  );
}

function Login({ onForgot }: { onForgot: () => void }) {
  const { state } = useLocation();
  const { expired } = useSession();
  const ref = useReferral();
  return (
    <>
      <h1 className="font-title text-4xl">
        <Trans>Welcome back</Trans>
      </h1>
      <p className="mt-2 text-ink-2">
        <Trans>
          New here?{' '}
          <Link
            to={withQuery(paths.register, { ref })}
            state={state}
            className="font-semibold text-brand-text underline underline-offset-4"
          >
            Sign up
          </Link>
        </Trans>
      </p>
      {expired && (
        <Alert tone="warn" className="mt-6">
          <Trans>Your session has expired. Please log in again.</Trans>{' '}
          <Trans>After this, you'll return to the page you were on.</Trans>
        </Alert>
      )}
      <LoginForm onForgot={onForgot} />
    </>
  );
}

function Forgot({ onSent, onBack }: { onSent: (email: string) => void; onBack: () => void }) {
  return (
    <>
      <h1 className="font-title text-4xl" tabIndex={-1} ref={(heading) => heading?.focus()}>
        <Trans>Forgot password</Trans>
      </h1>
      <p className="mt-2 text-ink-2">
        <Trans>Enter your email address, and we'll send you a link to choose a new password.</Trans>
      </p>
      <ForgotPasswordForm onSent={onSent} onBack={onBack} />
    </>
  );
}

function Sent({ email, onEntered, onBack }: { email: string; onEntered: () => void; onBack: () => void }) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const onCode = async (code: string) => {
    // The code signs the person in, which redirects away from this page. The destination must be set first.
    await navigate({ search }, { replace: true, state: { from: paths.passwordReset } satisfies ReturnToState });
    await enterCode(email, code, 'recovery');
    onEntered();
  };
  return (
    <Done icon={<MailCheck aria-hidden="true" className="size-7" />} title={<Trans>Check Your Email</Trans>}>
      <p>
        <Trans>
          If there's an account for <strong className="font-semibold text-ink">{email}</strong>, we've emailed a link to
          choose a new password.
        </Trans>
      </p>
      <p>
        <Trans>
          Or enter the code from the email here. If you asked more than once, only the most recent email works.
        </Trans>
      </p>
      <CodeForm save={onCode} />
      <Button className="justify-self-start" onClick={onBack}>
        <Trans>Back to login</Trans>
      </Button>
    </Done>
  );
}
