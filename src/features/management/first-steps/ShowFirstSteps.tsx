import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { isSignedOut } from '@/lib/api/errors';
import { paths } from '@/lib/routing/paths';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { SignInLink } from '@/ui/feedback/SignInLink';
import { firstStepsKey, firstStepsQuery, hideFirstSteps } from './queries';

export function ShowFirstSteps({ territoryId }: { territoryId: string }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data } = useQuery(firstStepsQuery(territoryId));
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => hideFirstSteps(territoryId, false),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: firstStepsKey(territoryId) });
      await navigate(paths.manageRegion);
    },
  });
  if (!data?.hidden || data.done) return null;
  return (
    <Alert
      tone={error ? 'danger' : 'info'}
      className="mb-5"
      action={
        <Button size="sm" busy={isPending} onClick={() => mutate()}>
          <Trans>Show first steps</Trans>
        </Button>
      }
    >
      {error ? (
        <span key="failed">
          {error.message}
          {isSignedOut(error) && <SignInLink />}
        </span>
      ) : (
        <span key="new">
          <Trans>This region isn't set up yet.</Trans>
        </span>
      )}
    </Alert>
  );
}
