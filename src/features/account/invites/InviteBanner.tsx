import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { MailOpen } from 'lucide-react';
import { useState } from 'react';
import type { Invite } from '@/features/account/queries';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { InvitedAs } from './InvitedAs';
import { inviteQuery } from './invite.ts';
import { forgetInvite, storedInvite } from './stored-invite.ts';

/** The invitation that this browser keeps, while it is open. */
export function useOpenInvite() {
  const [code, setCode] = useState(storedInvite);
  const { data } = useQuery({ ...inviteQuery(code ?? ''), enabled: code !== null });
  return {
    code,
    invite: code !== null && data?.state === 'open' ? data : null,
    forget: () => {
      forgetInvite();
      setCode(null);
    },
  };
}

/** Above the forms of who came by an invitation: what for, and which address it takes. */
export function InviteBanner({ invite, onForget }: { invite: Invite | null; onForget: () => void }) {
  if (!invite) return null;
  const { email, territoryName, roles, hasAccount } = invite;
  return (
    <Alert tone="accent" icon={<MailOpen aria-hidden="true" />} className="mb-7">
      <p className="font-semibold">
        <InvitedAs territoryName={territoryName} roles={roles} />
      </p>
      {hasAccount && (
        <p className="wrap-anywhere">
          <Trans>Log in with {email} to accept.</Trans>
        </p>
      )}
      <Button variant="link" className="mt-1 -ml-1.5" onClick={onForget}>
        <Trans>Go on without the invitation</Trans>
      </Button>
    </Alert>
  );
}
