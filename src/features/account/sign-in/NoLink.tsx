import { Trans } from '@lingui/react/macro';
import { Link2Off, MailCheck } from 'lucide-react';
import { paths } from '@/lib/routing/paths';
import { LinkButton } from '@/ui/Button';
import { Done } from './Done.tsx';
import type { LoginState } from './return-to.ts';

const FORGOT: LoginState = { forgot: true };

/** Handles an invalid or expired link by asking what it was for. */
export function NoLink({ forPassword }: { forPassword: boolean }) {
  return (
    <div className="card w-full max-w-md p-6 text-left">
      <Done
        tone="warn"
        icon={<Link2Off aria-hidden="true" className="size-7" />}
        title={<Trans>This link no longer works</Trans>}
      >
        <p>
          <Trans>
            The link was already used, has expired, or was replaced by a newer email. If you've confirmed your address,
            it stays confirmed.
          </Trans>
        </p>
        {!forPassword && (
          <LinkButton to={paths.login} variant="primary" size="lg" block>
            <Trans>Login</Trans>
          </LinkButton>
        )}
        <LinkButton to={paths.login} state={FORGOT} variant={forPassword ? 'primary' : 'ghost'} size="lg" block>
          <Trans>Choose a new password</Trans>
        </LinkButton>
      </Done>
    </div>
  );
}

/** Explains that a new address must be confirmed by emails to the old and the new one. */
export function HalfConfirmed() {
  return (
    <div className="card w-full max-w-md p-6 text-left">
      <Done icon={<MailCheck aria-hidden="true" className="size-7" />} title={<Trans>One more email to confirm</Trans>}>
        <p>
          <Trans>We sent an email to your other address too. Open its link to finish the change.</Trans>
        </p>
      </Done>
    </div>
  );
}
