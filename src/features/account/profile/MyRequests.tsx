import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { formatDayAt } from '@/lib/format/dates';
import { useLiveQuery } from '@/lib/realtime/use-live-query';
import { Button } from '@/ui/Button';
import { FailureAlert } from '@/ui/feedback/FailureAlert';
import { RetryAlert } from '@/ui/feedback/RetryAlert';
import { toast } from '@/ui/feedback/toast';
import { type MyRequest, myRequestsQuery, withdrawRequest } from './edit/queries';
import { profileKeys, ROLES } from './queries';
import { roleLabel } from './role-labels';

/** Lists the person's open role requests. Shows nothing if there are none. */
export function MyRequests({ userId }: { userId: string }) {
  const { t } = useLingui();
  const query = useQuery(myRequestsQuery(userId));
  // A decision comes with a notification, and with the role.
  useLiveQuery({ [`user:${userId}`]: ['notification'] }, profileKeys.one(userId));
  if (query.error && !query.data) {
    return (
      <RetryAlert className="mt-4" retrying={query.isFetching} onRetry={() => void query.refetch()}>
        {query.error.message}
      </RetryAlert>
    );
  }
  if (!query.data?.length) return null;
  return (
    <div className="mt-4 border-t border-line pt-4">
      <h3 className="font-bold">
        <Trans>Waiting for approval</Trans>
      </h3>
      <ul className="divide-y divide-line" aria-label={t`Waiting for approval`}>
        {query.data.map((request) => (
          <Request key={request.id} userId={userId} request={request} />
        ))}
      </ul>
    </div>
  );
}

function Request({ userId, request }: { userId: string; request: MyRequest }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const withdraw = useMutation({
    mutationFn: withdrawRequest,
    onSuccess: () => toast.success(t`Request withdrawn`),
    // Refetched even after a failure, because the request may have been decided.
    onSettled: () => client.invalidateQueries({ queryKey: profileKeys.one(userId) }),
  });
  const role = ROLES.find((one) => one === request.role);
  const name = [role ? roleLabel(role) : request.role, request.territory?.name].filter(Boolean).join(', ');
  const since = formatDayAt(request.created_at, request.territory?.time_zone);
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-ink-2">
          <Trans>Requested on {since}</Trans>
        </p>
        <FailureAlert error={withdraw.error} className="mt-1" />
      </div>
      <Button
        size="sm"
        aria-label={t`Withdraw request: ${name}`}
        busy={withdraw.isPending}
        onClick={() => withdraw.mutate(request.id)}
      >
        <Trans>Withdraw request</Trans>
      </Button>
    </li>
  );
}
