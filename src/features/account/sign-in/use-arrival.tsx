import { t } from '@lingui/core/macro';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { forgetInvite, storeInvite } from '@/features/account/invites/stored-invite';
import { type Redeemed, signOut } from '@/features/account/queries';
import { sessionStore } from '@/features/account/session/session-store';
import { currentLanguage } from '@/lib/i18n/i18n';
import { withPrefix } from '@/lib/i18n/languages';
import { paths } from '@/lib/routing/paths';
import { toast } from '@/ui/feedback/toast';
import { type Arrival, afterRedeeming, arrive, type EmailLink, openInvite, parseEmailLink } from './arrival.ts';
import { clearReturnTo, storedReturnTo } from './return-to.ts';

/** The wait between signing in and moving on. */
const WAIT_MS = 500;
/** Refusals and notices say what to do next: they stand longer. */
const READ_MS = 8000;

const isVisitor = () => sessionStore.get().status === 'signed-out';

/** Without a network nobody was signed in. Toasts stand outside of the router and its texts. */
function LogInInstead({ why }: { why: string }) {
  return (
    <>
      {why}{' '}
      <a
        href={withPrefix(paths.login, currentLanguage())}
        className="-my-3 inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
      >
        {t`Login`}
      </a>
    </>
  );
}

type Question = Exclude<Arrival, { kind: 'go' }>;

/** Moves on from the link that the address is, unless its button has to be pressed or a question to be answered first. */
export function useArrival() {
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const started = useRef(false);
  const [question, setQuestion] = useState<Question | null>(null);

  const settle = useCallback(
    async (arrival: Arrival) => {
      if (arrival.kind !== 'go') {
        // A page that stays: what the link carried leaves the bar and the history, once it is used.
        if (arrival.kind !== 'link') await navigate(paths.callback, { replace: true });
        return setQuestion(arrival);
      }
      const { to, failure, notice, state } = arrival;
      const toSignIn = to === paths.login || to === paths.register;
      if (failure) toast.error(toSignIn || !isVisitor() ? failure : <LogInInstead why={failure} />, READ_MS);
      else if (notice) toast.info(notice, READ_MS);
      else await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
      if (!toSignIn && !state) clearReturnTo();
      // Replaces the address, so that the tokens stay neither in the bar nor in history.
      await navigate(to, { replace: true, state });
    },
    [navigate],
  );

  useEffect(() => {
    // A link works once; the effect must not run twice for it.
    if (started.current) return;
    started.current = true;
    void arrive(parseEmailLink(search, hash)).then(settle);
  }, [search, hash, settle]);

  return {
    question,
    /** The button of the link was pressed, or its email's digits were typed. */
    redeemed: async (link: EmailLink, outcome: Redeemed) => settle(await afterRedeeming(link, outcome)),
    usedUp: (link: EmailLink) => settle({ kind: 'no-link', forPassword: link.next === paths.passwordReset }),
    /** Leaves the link alone, and goes on as who is signed in. */
    skipLink: (link: EmailLink) => settle({ kind: 'go', to: link.next ?? storedReturnTo() }),
    /** The link itself is used up by now; the invitation is stored. */
    retry: () => {
      setQuestion(null);
      void arrive(parseEmailLink('', '')).then(settle);
    },
    skipInvite: () => {
      forgetInvite();
      void settle({ kind: 'go', to: storedReturnTo() });
    },
    /** Signs out, and goes on with the invitation as the person that it was sent to. */
    switchAccount: async (code: string) => {
      await sessionStore.whileLeaving(signOut);
      storeInvite(code);
      await settle(await openInvite(code));
    },
  };
}
