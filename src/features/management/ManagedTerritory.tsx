import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { TerritoryGuard } from '@/features/account/profile/TerritoryGuard';
import { useSession } from '@/features/account/session/session';
import { PageSpinner } from '@/ui/feedback/Spinner';
import { ErrorState } from '@/ui/feedback/states';

/** Wraps a work screen for the territory in the person's profile. Without a territory there is nothing to manage. */
export function ManagedTerritory({ children }: { children: (territoryId: string) => ReactNode }) {
  const { profile, profileError, retryProfile } = useSession();
  let content: ReactNode = <PageSpinner />;
  if (profile?.territory_id)
    content = (
      <TerritoryGuard userId={profile.id} territoryId={profile.territory_id}>
        {children(profile.territory_id)}
      </TerritoryGuard>
    );
  else if (profile)
    content = (
      <ErrorState heading="h1" title={<Trans>Territory ID is required</Trans>}>
        <Trans>Your profile doesn't belong to a region yet. Ask an administrator to assign you one.</Trans>
      </ErrorState>
    );
  else if (profileError)
    content = (
      <ErrorState
        heading="h1"
        title={<Trans>Failed to load data. Please try again later.</Trans>}
        onRetry={retryProfile}
      >
        {profileError.message}
      </ErrorState>
    );
  return (
    <div className="page-work flex-1">
      <div className="shell pt-6 pb-20 md:pt-8">{content}</div>
    </div>
  );
}
