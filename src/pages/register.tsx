import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { InviteBanner, InviteLookup, useOpenInvite } from '@/features/account/invites/InviteBanner';
import { ReferralBanner } from '@/features/account/referral/ReferralBanner';
import { useReferral } from '@/features/account/referral/referral';
import { AuthFrame } from '@/features/account/sign-in/AuthFrame';
import { useCodePage } from '@/features/account/sign-in/awaited-code';
import { CheckYourEmail } from '@/features/account/sign-in/CheckYourEmail';
import { InvitedForm } from '@/features/account/sign-in/InvitedForm';
import { RegisterForm } from '@/features/account/sign-in/RegisterForm';
import { useReturnTo } from '@/features/account/sign-in/return-to';
import { WhySignIn } from '@/features/account/sign-in/WhySignIn';
import { art } from '@/lib/media/art';
import { paths, withQuery } from '@/lib/routing/paths';
import { useTitle } from '@/lib/routing/use-title';

export default function RegisterPage() {
  const { t } = useLingui();
  const { state } = useLocation();
  const ref = useReferral();
  const { sentTo, onSent, forget: forgetCode } = useCodePage('sign-up');
  const [password, setPassword] = useState<string | null>(null);
  const { invite, code, unknown, forget } = useOpenInvite();
  const invited = invite && !invite.hasAccount && invite.email ? invite.email : null;
  useTitle(sentTo ? t`Check Your Email` : t`Register`);
  useReturnTo();

  return (
    <AuthFrame picture={art.flores()} line={<Trans>Walk in as a guest, leave with friends</Trans>} lineAt="bottom">
      {sentTo ? (
        <CheckYourEmail email={sentTo} password={password} onConfirmed={forgetCode} />
      ) : unknown ? (
        <InviteLookup lookup={unknown} onForget={forget} />
      ) : code && invited ? (
        <>
          <InviteBanner invite={invite} onForget={forget} />
          <InvitedForm code={code} email={invited} fullName={invite?.fullName ?? ''} />
        </>
      ) : (
        <>
          {ref && (
            <ReferralBanner className="mb-7">
              <Link
                to={withQuery(paths.regions, { ref })}
                className="mt-1 flex min-h-11 items-center font-semibold underline underline-offset-4"
              >
                <Trans>Look around first</Trans>
              </Link>
            </ReferralBanner>
          )}
          <InviteBanner invite={invite} onForget={forget} />
          <WhySignIn className="mb-7" register />
          <h1 className="font-title text-4xl">
            <Trans>Create your account</Trans>
          </h1>
          <p className="mt-2 text-ink-2">
            <Trans>
              Already have one?{' '}
              <Link
                to={withQuery(paths.login, { ref })}
                state={state}
                className="font-semibold text-brand-text underline underline-offset-4"
              >
                Login
              </Link>
            </Trans>
          </p>
          <RegisterForm
            onDone={(sent) => {
              setPassword(sent.password);
              onSent(sent.email, state);
            }}
          />
        </>
      )}
    </AuthFrame>
  );
}
