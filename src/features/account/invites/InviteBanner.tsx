import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { MailOpen } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { InvitedAs } from './InvitedAs';
import { inviteQuery } from './invite.ts';
import { forgetInvite, storedInvite } from './stored-invite.ts';

/** Above the forms of who came by an invitation: what for, and which address it takes. */
export function InviteBanner() {
  const [code, setCode] = useState(storedInvite);
  const { data: invite } = useQuery({ ...inviteQuery(code ?? ''), enabled: code !== null });
  if (!code || invite?.state !== 'open') return null;
  const { email, territoryName, roles } = invite;
  return (
    <Alert tone="accent" icon={<MailOpen aria-hidden="true" />} className="mb-7">
      <p className="font-semibold">
        <InvitedAs territoryName={territoryName} roles={roles} />
      </p>
      <p className="wrap-anywhere">
        <Trans>Log in or create your account with {email}.</Trans>
      </p>
      <Button
        variant="link"
        className="mt-1 -ml-1.5"
        onClick={() => {
          forgetInvite();
          setCode(null);
        }}
      >
        <Trans>Go on without the invitation</Trans>
      </Button>
    </Alert>
  );
}
