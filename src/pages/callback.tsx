import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { forgetInvite, storeInvite } from '@/features/account/invites/stored-invite';
import { signOut } from '@/features/account/queries';
import { sessionStore } from '@/features/account/session/session-store';
import { type Arrival, arrive, openInvite } from '@/features/account/sign-in/arrival';
import { OtherAccount } from '@/features/account/sign-in/OtherAccount';
import { parseReturn } from '@/features/account/sign-in/return-link';
import { clearReturnTo, storedReturnTo } from '@/features/account/sign-in/return-to';
import { paths } from '@/lib/routing/paths';
import { useTitle } from '@/lib/routing/use-title';
import { Button } from '@/ui/Button';
import { Logo } from '@/ui/brand';
import { Spinner } from '@/ui/feedback/Spinner';
import { ErrorState } from '@/ui/feedback/states';
import { toast } from '@/ui/feedback/toast';

/** The wait between signing in and moving on. */
const WAIT_MS = 500;
/** Refusals and notices say what to do next: they stand longer. */
const READ_MS = 8000;

const isGuest = () => sessionStore.get().status === 'signed-out';

/** A link that does not sign in has often confirmed the address all the same. Toasts stand outside of the router and its texts. */
function LogInInstead({ why }: { why: string }) {
  return (
    <>
      {why}{' '}
      <a
        href={paths.login}
        className="-my-3 inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
      >
        {t`Login`}
      </a>
    </>
  );
}

const focusIt = (box: HTMLElement | null) => box?.focus();

type Question = Exclude<Arrival, { kind: 'go' }>;

export default function CallbackPage() {
  const { t } = useLingui();
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const started = useRef(false);
  const [question, setQuestion] = useState<Question | null>(null);
  useTitle(question ? t`Invitation` : t`Signing in`);

  const settle = useCallback(
    async (arrival: Arrival) => {
      if (arrival.kind !== 'go') return setQuestion(arrival);
      const { to, failure, notice } = arrival;
      const asked = to === paths.login || to === paths.register;
      if (failure) toast.error(asked || !isGuest() ? failure : <LogInInstead why={failure} />, READ_MS);
      else if (notice) toast.info(notice, READ_MS);
      else await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
      if (!asked) clearReturnTo();
      // Replaces the address, so that the tokens stay neither in the bar nor in history.
      await navigate(to, { replace: true });
    },
    [navigate],
  );

  useEffect(() => {
    // A link works once; the effect must not run twice for it.
    if (started.current) return;
    started.current = true;
    void arrive(parseReturn(search, hash)).then(settle);
  }, [search, hash, settle]);

  /** The link itself is used up by now; the invitation is kept. */
  const again = () => {
    setQuestion(null);
    void arrive(parseReturn('', '')).then(settle);
  };
  const withoutInvite = () => {
    forgetInvite();
    void settle({ kind: 'go', to: storedReturnTo() });
  };

  return (
    <div className="grid flex-1 place-items-center p-5 sm:p-8">
      <div className="flex w-full flex-col items-center gap-6">
        <Logo />
        {question?.kind === 'other-account' && (
          <OtherAccount
            code={question.code}
            onStay={withoutInvite}
            onSwitch={async () => {
              await sessionStore.whileLeaving(signOut);
              storeInvite(question.code);
              await settle(await openInvite(question.code));
            }}
          />
        )}
        {question?.kind === 'unreached' && (
          // What was pressed before is gone: the keyboard goes on from here.
          <div tabIndex={-1} ref={focusIt} className="w-full max-w-md">
            <ErrorState
              heading="h1"
              title={question.message}
              onRetry={again}
              actions={
                <Button onClick={withoutInvite}>
                  <Trans>Go on without the invitation</Trans>
                </Button>
              }
            />
          </div>
        )}
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
