import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '@/ui/Button';
import { FailureAlert } from '@/ui/feedback/FailureAlert';
import { EmptyState } from '@/ui/feedback/states';
import { workTerritoriesQuery } from './edit/queries';
import { useChooseTerritory } from './use-choose-territory';

const MANAGING = ['territory_manager', 'territory_staff'];

interface Props {
  userId: string;
  /** The territory in the profile. */
  territoryId: string;
  /** 'h2' if the screen already has a title. */
  heading?: 'h1' | 'h2';
  children: ReactNode;
}

/**
 * Wraps a screen for people who manage a territory. If the chosen territory is one where they only guide, its lists
 * would stay empty, so this offers the territories they manage.
 */
export function TerritoryGuard({ userId, territoryId, heading = 'h1', children }: Props) {
  const { data: territories } = useQuery({ ...workTerritoriesQuery(userId), staleTime: 60_000 });
  const managed = territories?.filter(({ roles }) => roles.some((role) => MANAGING.includes(role))) ?? [];
  // The screen opens while this isn't known, because the database checks each action.
  if (managed.length === 0 || managed.some(({ id }) => id === territoryId)) return children;
  const here = territories?.find(({ id }) => id === territoryId)?.name ?? territoryId;
  return <Elsewhere userId={userId} here={here} managed={managed} heading={heading} />;
}

interface ElsewhereProps extends Required<Pick<Props, 'userId' | 'heading'>> {
  here: string;
  managed: { id: string; name: string }[];
}

function Elsewhere({ userId, here, managed, heading }: ElsewhereProps) {
  const { t } = useLingui();
  const choose = useChooseTerritory(userId);
  return (
    <>
      <FailureAlert error={choose.error} className="mb-4" />
      <EmptyState
        heading={heading}
        title={t`You don't manage ${here}`}
        actions={managed.map(({ id, name }) => (
          <Button
            key={id}
            variant={managed.length === 1 ? 'primary' : 'secondary'}
            busy={choose.isPending && choose.variables === id}
            onClick={() => choose.mutate(id)}
          >
            {t`Show ${name}`}
          </Button>
        ))}
      >
        <Trans>
          Your pages currently show this region. Choose one you manage, here or under "Your regions" in your profile.
        </Trans>
      </EmptyState>
    </>
  );
}
