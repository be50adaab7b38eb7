import { Trans } from '@lingui/react/macro';
import { useLocation } from 'react-router-dom';
import { useReferral } from '@/features/account/referral/referral';
import type { OriginState } from '@/features/account/sign-in/origin';
import { paths, withQuery } from '@/lib/routing/paths';
import { LinkButton } from '@/ui/Button';

/** For guests, where the box would be. Signing in leads back to the board, with its filters. */
export function JoinPrompt() {
  const ref = useReferral();
  const { pathname, search } = useLocation();
  const state: OriginState = { from: `${pathname}${search}#board` };
  return (
    <div className="mt-4 grid gap-3 rounded-lg bg-surface-2 p-4">
      <div>
        <h3 className="font-bold">
          <Trans>Join the Conversation</Trans>
        </h3>
        <p className="text-sm text-ink-2">
          <Trans>Ask the local team, or answer somebody who is where you were.</Trans>
        </p>
      </div>
      <div className="grid grid-cols-2 gap-2">
        <LinkButton to={withQuery(paths.login, { ref })} state={state}>
          <Trans>Log in</Trans>
        </LinkButton>
        <LinkButton to={withQuery(paths.register, { ref })} state={state}>
          <Trans>Sign up</Trans>
        </LinkButton>
      </div>
    </div>
  );
}
