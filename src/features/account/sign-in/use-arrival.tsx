import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { forgetInvite, storeInvite } from '@/features/account/invites/stored-invite';
import { type Redeemed, signOut } from '@/features/account/queries';
import { sessionStore } from '@/features/account/session/session-store';
import { paths } from '@/lib/routing/paths';
import { LogInInstead } from '@/ui/feedback/LogInInstead';
import { toast } from '@/ui/feedback/toast';
import { type Arrival, afterRedeeming, arrive, type EmailLink, openInvite, parseEmailLink } from './arrival.ts';
import { clearReturnTo, storedReturnTo } from './return-to.ts';

/** The pause between signing in and moving to the next page. */
const WAIT_MS = 500;
/** Refusals and notices contain the next step, so they stay visible for longer. */
const READ_MS = 8000;

const isVisitor = () => sessionStore.get().status === 'signed-out';

type Question = Exclude<Arrival, { kind: 'go' }>;

/** Continues from a link's address, unless its button must be clicked or a question answered first. */
export function useArrival() {
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const started = useRef(false);
  const [question, setQuestion] = useState<Question | null>(null);

  const settle = useCallback(
    async (arrival: Arrival) => {
      if (arrival.kind !== 'go') {
        // If the page stays open, a used token is removed from the address and the history.
        if (arrival.kind !== 'link') await navigate(paths.callback, { replace: true });
        return setQuestion(arrival);
      }
      const { to, failure, notice, state } = arrival;
      const toSignIn = to === paths.login || to === paths.register;
      if (failure) toast.error(toSignIn || !isVisitor() ? failure : <LogInInstead why={failure} />, READ_MS);
      else if (notice) toast.info(notice, READ_MS);
      else await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
      if (!toSignIn && !state) clearReturnTo();
      // The address is replaced so that no token stays in it or in the history.
      await navigate(to, { replace: true, state });
    },
    [navigate],
  );

  useEffect(() => {
    // A link works once, so the effect must not run twice for it.
    if (started.current) return;
    started.current = true;
    void arrive(parseEmailLink(search, hash)).then(settle);
  }, [search, hash, settle]);

  return {
    question,
    /** Called after the link's button was clicked or its digits were typed. */
    redeemed: async (link: EmailLink, outcome: Redeemed) => settle(await afterRedeeming(link, outcome)),
    usedUp: (link: EmailLink) => settle({ kind: 'no-link', forPassword: link.next === paths.passwordReset }),
    /** Ignores the link and continues as the signed-in person. */
    skipLink: (link: EmailLink) => settle({ kind: 'go', to: link.next ?? storedReturnTo() }),
    /** The link is used up, but the invitation is stored. */
    retry: () => {
      setQuestion(null);
      void arrive(parseEmailLink('', '')).then(settle);
    },
    skipInvite: () => {
      forgetInvite();
      void settle({ kind: 'go', to: storedReturnTo() });
    },
    /** Signs out, and continues with the invitation as the invited person. */
    switchAccount: async (code: string) => {
      await sessionStore.whileLeaving(signOut);
      storeInvite(code);
      await settle(await openInvite(code));
    },
  };
}
