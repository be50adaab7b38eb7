import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { roleLabel } from '@/features/account/profile/role-labels';
import { ROLES } from '@/features/account/profile/roles';
import { useSession } from '@/features/account/session/session';
import { formatLocalDay } from '@/lib/format/dates';
import { useLiveQuery } from '@/lib/realtime/use-live-query';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { RetryAlert } from '@/ui/feedback/RetryAlert';
import { StatusNotice, useStatus } from '@/ui/feedback/StatusNotice';
import { Skeleton } from '@/ui/feedback/states';
import { Avatar } from '@/ui/media/Avatar';
import { DeclineDialog } from './DeclineDialog';
import { OwnRequest } from './OwnRequest';
import { decideRequest, type RoleRequest, roleRequestsQuery, teamKeys } from './queries';

/** Who asked for a role in a territory, for its managers. While nobody does, nothing is drawn but what was just decided. */
export function RoleRequests({ territoryId }: { territoryId: string }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const query = useQuery(roleRequestsQuery(territoryId));
  const status = useStatus();
  const [declining, setDeclining] = useState<RoleRequest | null>(null);
  // Also the number on the tab.
  useLiveQuery({ [`territory:${territoryId}`]: ['role_request'] }, teamKeys.all);
  // Also after a failure: a colleague may have been faster, or the person has withdrawn it.
  const refresh = () => client.invalidateQueries({ queryKey: teamKeys.all });
  return (
    <>
      <StatusNotice notice={status.notice} />
      {query.isPending && !query.error && <Skeleton className="mb-5 h-24 rounded-lg!" />}
      {query.error && (
        <RetryAlert className="mb-5" retrying={query.isFetching} onRetry={() => void query.refetch()}>
          {query.error.message}
        </RetryAlert>
      )}
      {query.data && query.data.length > 0 && (
        <Card className="mb-5 p-4 sm:px-5">
          <h2 className="text-lg font-bold">
            <Trans>Role requests</Trans>
          </h2>
          <p className="text-sm text-ink-2">
            <Trans>They asked to work here. You see their contact details once you approve.</Trans>
          </p>
          <ul className="mt-1 divide-y divide-line" aria-label={t`Role requests`}>
            {query.data.map((request) => (
              <Request
                key={request.id}
                request={request}
                onApproved={() => status.success(t`Role request approved`)}
                onDecline={() => setDeclining(request)}
                refresh={refresh}
              />
            ))}
          </ul>
        </Card>
      )}
      {declining && (
        <DeclineDialog
          {...textsOf(declining)}
          onCancel={() => setDeclining(null)}
          onConfirm={async (reason) => {
            await decideRequest({ id: declining.id, approve: false, reason }).finally(refresh);
            setDeclining(null);
            status.success(t`Role request declined`);
          }}
        />
      )}
    </>
  );
}

/** Who asks, and for what. */
function textsOf({ person, role }: RoleRequest) {
  const known = ROLES.find((one) => one === role);
  return { name: person?.full_name || '?', roleText: known ? roleLabel(known) : role };
}

interface RequestProps {
  request: RoleRequest;
  onApproved: () => void;
  onDecline: () => void;
  refresh: () => Promise<void>;
}

function Request({ request, onApproved, onDecline, refresh }: RequestProps) {
  const { t } = useLingui();
  const approve = useMutation({
    mutationFn: () => decideRequest({ id: request.id, approve: true }),
    onSuccess: onApproved,
    onSettled: refresh,
  });
  const mine = useSession().user?.id === request.user_id;
  const { name, roleText } = textsOf(request);
  const since = formatLocalDay(request.created_at);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <Avatar name={name} src={request.person?.avatar_url ?? null} size={34} />
      <div className="min-w-40 flex-1">
        <p className="font-semibold wrap-anywhere">
          <Trans>
            {name} asks to be: {roleText}
          </Trans>
        </p>
        <p className="text-sm text-ink-2">
          <Trans>Asked for on {since}</Trans>
        </p>
        {approve.error && (
          <p role="alert" className="err mt-1">
            {approve.error.message}
          </p>
        )}
      </div>
      {mine ? (
        <OwnRequest />
      ) : (
        <div className="flex gap-2">
          <Button
            size="sm"
            variant="primary"
            aria-label={t`Approve ${name} as ${roleText}`}
            busy={approve.isPending}
            onClick={() => approve.mutate()}
          >
            <Trans>Approve</Trans>
          </Button>
          <Button
            size="sm"
            aria-label={t`Decline ${name} as ${roleText}`}
            disabled={approve.isPending}
            onClick={onDecline}
          >
            <Trans>Decline</Trans>
          </Button>
        </div>
      )}
    </li>
  );
}
