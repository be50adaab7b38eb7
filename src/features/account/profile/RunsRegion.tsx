import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AppError } from '@/lib/api/errors';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { EmptyState } from '@/ui/feedback/states';
import { chooseRegion, regionsQuery } from './edit/queries';
import { profileKeys } from './queries';

const RUNS = ['territory_manager', 'territory_staff'];

interface Props {
  userId: string;
  /** The region that the person's pages show. */
  territoryId: string;
  /** 'h2' where the screen has its title already. */
  heading?: 'h1' | 'h2';
  children: ReactNode;
}

/**
 * A screen of who runs a region. Who works in several may have chosen one where they only guide: the screen would show them
 * lists that stay empty, so it offers the regions that they run instead.
 */
export function RunsRegion({ userId, territoryId, heading = 'h1', children }: Props) {
  const { data: regions } = useQuery({ ...regionsQuery(userId), staleTime: 60_000 });
  const run = regions?.filter(({ roles }) => roles.some((role) => RUNS.includes(role))) ?? [];
  // The database decides again at each act; while this is not known, or cannot be read, nothing stands in the way.
  if (run.length === 0 || run.some(({ id }) => id === territoryId)) return children;
  const here = regions?.find(({ id }) => id === territoryId)?.name ?? territoryId;
  return <Elsewhere userId={userId} here={here} run={run} heading={heading} />;
}

interface ElsewhereProps extends Required<Pick<Props, 'userId' | 'heading'>> {
  here: string;
  run: { id: string; name: string }[];
}

function Elsewhere({ userId, here, run, heading }: ElsewhereProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const choose = useMutation({
    mutationFn: chooseRegion,
    // All that was loaded for the other region goes.
    onSuccess: () => client.invalidateQueries(),
    onError: () => client.invalidateQueries({ queryKey: profileKeys.one(userId) }),
  });
  return (
    <>
      {choose.error && (
        <Alert tone="danger" className="mb-4">
          {choose.error.message} {choose.error instanceof AppError && choose.error.detail}
        </Alert>
      )}
      <EmptyState
        heading={heading}
        title={t`You do not run ${here}`}
        actions={run.map(({ id, name }) => (
          <Button
            key={id}
            variant={run.length === 1 ? 'primary' : 'secondary'}
            busy={choose.isPending && choose.variables === id}
            onClick={() => choose.mutate(id)}
          >
            {t`Show ${name}`}
          </Button>
        ))}
      >
        <Trans>
          Your pages show this region. Choose one that you run, here or under "Your regions" in your profile.
        </Trans>
      </EmptyState>
    </>
  );
}
