import { Trans, useLingui } from '@lingui/react/macro';
import { useSession } from '@/features/account/session/session';
import { EmailLinkCard } from '@/features/account/sign-in/EmailLinkCard';
import { HalfConfirmed, NoLink } from '@/features/account/sign-in/NoLink';
import { OtherAccount } from '@/features/account/sign-in/OtherAccount';
import ProveAccount from '@/features/account/sign-in/ProveAccount';
import { useArrival } from '@/features/account/sign-in/use-arrival';
import { useTitle } from '@/lib/routing/use-title';
import { Button } from '@/ui/Button';
import { Logo } from '@/ui/brand';
import { Spinner } from '@/ui/feedback/Spinner';
import { ErrorState } from '@/ui/feedback/states';

export default function CallbackPage() {
  const { t } = useLingui();
  const { question, redeemed, usedUp, skipLink, retry, skipInvite, switchAccount } = useArrival();
  const isLogin = question && ['link', 'half', 'no-link'].includes(question.kind);
  useTitle(!question ? t`Signing in` : isLogin ? t`Login` : t`Invitation`);
  return (
    <div className="grid flex-1 place-items-center p-5 sm:p-8">
      <div className="flex w-full flex-col items-center gap-6">
        <Logo className="h-9 max-w-full object-contain" />
        {question?.kind === 'link' && (
          <EmailLinkCard
            token={question.link.token}
            onRedeemed={(outcome) => redeemed(question.link, outcome)}
            onUsedUp={() => void usedUp(question.link)}
            onSkip={() => void skipLink(question.link)}
          />
        )}
        {question?.kind === 'half' && <HalfConfirmed />}
        {question?.kind === 'no-link' && <NoLink forPassword={question.forPassword} />}
        {question?.kind === 'unproven' && <Unproven onProven={retry} onSkip={skipInvite} />}
        {question?.kind === 'other-account' && (
          <OtherAccount code={question.code} onStay={skipInvite} onSwitch={() => switchAccount(question.code)} />
        )}
        {question?.kind === 'unreached' && <Unreached message={question.message} onRetry={retry} onSkip={skipInvite} />}
        {!question && (
          <p role="status" className="inline-flex items-center gap-3 font-medium text-ink-2">
            <Spinner />
            <Trans>Signing you in</Trans>
          </p>
        )}
      </div>
    </div>
  );
}

const takeFocus = (box: HTMLElement | null) => box?.focus();

/** Asks for proof of the email address, because an invitation's roles begin only after it. */
function Unproven({ onProven, onSkip }: { onProven: () => void; onSkip: () => void }) {
  const email = useSession().user?.email ?? '';
  return (
    <div className="card grid w-full max-w-md gap-4 p-6 text-left">
      <h1 className="font-title text-3xl" tabIndex={-1} ref={takeFocus}>
        <Trans>One more step to accept</Trans>
      </h1>
      <ProveAccount email={email} onProven={async () => onProven()} />
      <Button variant="ghost" block onClick={onSkip}>
        <Trans>Continue without the invitation</Trans>
      </Button>
    </div>
  );
}

interface UnreachedProps {
  message: string;
  onRetry: () => void;
  onSkip: () => void;
}

function Unreached({ message, onRetry, onSkip }: UnreachedProps) {
  return (
    // The button that had the keyboard focus is gone, so the focus moves here.
    <div tabIndex={-1} ref={takeFocus} className="w-full max-w-md">
      <ErrorState
        heading="h1"
        title={message}
        onRetry={onRetry}
        actions={
          <Button onClick={onSkip}>
            <Trans>Continue without the invitation</Trans>
          </Button>
        }
      />
    </div>
  );
}
