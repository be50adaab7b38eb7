import { Trans, useLingui } from '@lingui/react/macro';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { MailOpen } from 'lucide-react';
import { useState } from 'react';
import type { Invite } from '@/features/account/queries';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { RetryAlert } from '@/ui/feedback/RetryAlert';
import { LoadingArea, Skeleton } from '@/ui/feedback/states';
import { InvitedAs } from './InvitedAs';
import { inviteQuery } from './invite.ts';
import { forgetInvite, storedInvite } from './stored-invite.ts';

/** Returns the open invitation stored in this browser. */
export function useOpenInvite() {
  const [code, setCode] = useState(storedInvite);
  const lookup = useQuery({ ...inviteQuery(code ?? ''), enabled: code !== null });
  const { data } = lookup;
  return {
    code,
    invite: code !== null && data?.state === 'open' ? data : null,
    /** Set while the invitation's content isn't known, because it is loading or the device is offline. */
    unknown: code !== null && data === undefined ? lookup : null,
    forget: () => {
      forgetInvite();
      setCode(null);
    },
  };
}

interface LookupProps {
  lookup: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>;
  onForget: () => void;
}

/** Replaces the sign-up form until the stored invitation is known, so that no one signs up without it. */
export function InviteLookup({ lookup, onForget }: LookupProps) {
  const { t } = useLingui();
  return (
    <>
      {lookup.error && !lookup.isFetching ? (
        <RetryAlert onRetry={() => void lookup.refetch()}>{lookup.error.message}</RetryAlert>
      ) : (
        <LoadingArea label={t`Looking up your invitation`} className="grid gap-5">
          <Skeleton className="h-10 w-3/4" />
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </LoadingArea>
      )}
      <Button variant="link" className="mt-3 -ml-1.5" onClick={onForget}>
        <Trans>Continue without the invitation</Trans>
      </Button>
    </>
  );
}

/** Shows an invited person's role and email address above the forms. */
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
        <Trans>Continue without the invitation</Trans>
      </Button>
    </Alert>
  );
}
