import { Trans } from '@lingui/react/macro';
import { KeyRound, Link2Off, MailCheck } from 'lucide-react';
import { paths } from '@/lib/routing/paths';
import { LinkButton } from '@/ui/Button';
import { Done } from './Done.tsx';
import type { LoginState } from './return-to.ts';

const FORGOT: LoginState = { forgot: true };

/** The link of an e-mail came to a browser that did not ask for it: it signs nobody in here. */
export function OtherBrowser({ forPassword }: { forPassword: boolean }) {
  return <div className="card w-full max-w-md p-6 text-left">{forPassword ? <AskHere /> : <Confirmed />}</div>;
}

/** A link that was used, is too old, or was never one: what was it for? */
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
            It was used already, is too old, or a newer letter took its place. An address that was confirmed stays so.
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

function Confirmed() {
  return (
    <Done icon={<MailCheck aria-hidden="true" className="size-7" />} title={<Trans>Your e-mail is confirmed</Trans>}>
      <p>
        <Trans>
          This link was opened in another browser than the one that asked for it, so it signs nobody in here. Please log
          in to go on.
        </Trans>
      </p>
      <LinkButton to={paths.login} variant="primary" size="lg" block>
        <Trans>Login</Trans>
      </LinkButton>
    </Done>
  );
}

function AskHere() {
  return (
    <Done
      tone="warn"
      icon={<KeyRound aria-hidden="true" className="size-7" />}
      title={<Trans>Ask for a new link here</Trans>}
    >
      <p>
        <Trans>
          A link to choose a new password works only in the browser that asked for it. We send you another one for this
          browser, with a code that works in any.
        </Trans>
      </p>
      <LinkButton to={paths.login} state={FORGOT} variant="primary" size="lg" block>
        <Trans>Send a new link</Trans>
      </LinkButton>
    </Done>
  );
}
