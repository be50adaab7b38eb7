import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bell, BellOff } from 'lucide-react';
import { Button } from '@/ui/Button';
import { toast } from '@/ui/feedback/toast';
import { followQuery, setFollowing } from './queries.ts';

/** Turns over at once, and back if the server did not take it. */
export function FollowButton({ territoryId, userId }: { territoryId: string; userId: string }) {
  const client = useQueryClient();
  const { data } = useQuery(followQuery(territoryId, userId));
  const change = useMutation({
    mutationFn: (follow: boolean) => setFollowing(territoryId, userId, follow),
    onSuccess: async (_, follow) => {
      const { queryKey } = followQuery(territoryId, userId);
      // A reading from before would come last.
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, follow);
    },
    onError: (error) => toast.error(error.message),
  });
  const following = change.isPending ? change.variables : data;
  return (
    <Button
      size="sm"
      icon={following ? <BellOff aria-hidden="true" /> : <Bell aria-hidden="true" />}
      disabled={following === undefined}
      onClick={() => {
        if (!change.isPending) change.mutate(!following);
      }}
    >
      {following ? <Trans>Unfollow</Trans> : <Trans>Follow</Trans>}
    </Button>
  );
}
