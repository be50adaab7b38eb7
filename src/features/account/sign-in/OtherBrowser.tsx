import { Trans } from '@lingui/react/macro';
import { KeyRound, MailCheck } from 'lucide-react';
import { paths } from '@/lib/routing/paths';
import { LinkButton } from '@/ui/Button';
import { Done } from './Done.tsx';
import type { LoginState } from './return-to.ts';

/** The link of an e-mail came to a browser that did not ask for it: it signs nobody in here. */
export function OtherBrowser({ forPassword }: { forPassword: boolean }) {
  return <div className="card w-full max-w-md p-6 text-left">{forPassword ? <AskHere /> : <Confirmed />}</div>;
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
  const forgot: LoginState = { forgot: true };
  return (
    <Done icon={<KeyRound aria-hidden="true" className="size-7" />} title={<Trans>Ask for a new link here</Trans>}>
      <p>
        <Trans>
          A link to choose a new password works only in the browser that asked for it. We send you another one for this
          browser.
        </Trans>
      </p>
      <LinkButton to={paths.login} state={forgot} variant="primary" size="lg" block>
        <Trans>Send a new link</Trans>
      </LinkButton>
    </Done>
  );
}
