import { Trans } from '@lingui/react/macro';
import { useReferral } from '@/features/account/referral/referral';
import { paths, withQuery } from '@/lib/routing/paths';
import { LinkButton } from '@/ui/Button';

/** For guests, above the form: what they type is kept while they sign in. */
export function SignInPrompt({ from }: { from: string }) {
  const ref = useReferral();
  return (
    <div className="grid gap-3 rounded-lg bg-surface-2 p-4">
      <div>
        <h2 className="font-bold">
          <Trans>Sign in to Book</Trans>
        </h2>
        <p className="text-sm text-ink-2">
          <Trans>What you fill in here is kept for you.</Trans>
        </p>
      </div>
      <div className="grid grid-cols-2 gap-2">
        <LinkButton to={withQuery(paths.register, { ref })} state={{ from }}>
          <Trans>Create Account</Trans>
        </LinkButton>
        <LinkButton to={withQuery(paths.login, { ref })} state={{ from }}>
          <Trans>Sign In</Trans>
        </LinkButton>
      </div>
    </div>
  );
}
