import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { roleLabel } from '@/features/account/profile/role-labels';
import { GLOBAL_ROLES, ROLES } from '@/features/account/profile/roles';
import { formatDayAt } from '@/lib/format/dates';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { RetryAlert } from '@/ui/feedback/RetryAlert';
import { StatusNotice, useStatus } from '@/ui/feedback/StatusNotice';
import { Skeleton } from '@/ui/feedback/states';
import { Select } from '@/ui/form/controls';
import { namedOptions } from '@/ui/form/options';
import { ReasonDialog } from '@/ui/form/ReasonDialog';
import { Avatar } from '@/ui/media/Avatar';
import { OwnRequest } from './OwnRequest';
import { decideRequest, type RoleRequest, roleRequestsQuery } from './queries';

interface Props {
  /** The territory whose requests are shown, or null for all (admins only). */
  territoryId: string | null;
  /** The territories to choose from for a request that has none. */
  territories?: readonly { id: string; name: string }[];
  /**
   * Refetches after a decision, even a failed one, because a colleague may have decided or the person has withdrawn
   * the request.
   */
  refresh: () => Promise<void>;
}

/** Lists role requests for the people who decide them. If there are none, shows only recent decisions. */
export function RoleRequests({ territoryId, territories = [], refresh }: Props) {
  const { t } = useLingui();
  const query = useQuery(roleRequestsQuery(territoryId));
  const status = useStatus();
  const [declining, setDeclining] = useState<RoleRequest | null>(null);
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
          {territoryId !== null && (
            <p className="text-sm text-ink-2">
              <Trans>They've asked to work here. You'll see their contact details once you approve.</Trans>
            </p>
          )}
          <ul className="mt-1 divide-y divide-line" aria-label={t`Role requests`}>
            {query.data.map((request) => (
              <Request
                key={request.id}
                request={request}
                territories={territoryId === null ? territories : null}
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
          request={declining}
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

/** Returns the texts about the person and the requested role. */
function textsOf({ person, contact, role }: RoleRequest) {
  const known = ROLES.find((one) => one === role);
  return {
    name: person?.full_name || contact?.email || '?',
    roleText: known ? roleLabel(known) : role,
    /** True if the role belongs to one territory. */
    local: !known || !GLOBAL_ROLES.includes(known),
  };
}

interface DeclineProps {
  request: RoleRequest;
  onCancel: () => void;
  onConfirm: (reason: string) => Promise<void>;
}

function DeclineDialog({ request, ...dialog }: DeclineProps) {
  const { t } = useLingui();
  const { name, roleText } = textsOf(request);
  return (
    <ReasonDialog
      {...dialog}
      draft={`decline-${request.id}`}
      title={<Trans>Decline the request</Trans>}
      description={t`${name} requests the role: ${roleText}`}
      label={t`Reason`}
      hint={t`They'll see it in their notifications and by email.`}
      submit={<Trans>Decline</Trans>}
      variant="danger"
    />
  );
}

interface RequestProps extends Required<Pick<Props, 'refresh'>> {
  request: RoleRequest;
  /** The territories from which an admin can choose, or null for a manager. */
  territories: readonly { id: string; name: string }[] | null;
  onApproved: () => void;
  onDecline: () => void;
}

function Request({ request, territories, onApproved, onDecline, refresh }: RequestProps) {
  const { t } = useLingui();
  const [territoryId, setTerritoryId] = useState(request.territory_id ?? '');
  const approve = useMutation({
    mutationFn: () =>
      decideRequest({ id: request.id, approve: true, territoryId: territories ? territoryId || undefined : undefined }),
    onSuccess: onApproved,
    onSettled: refresh,
  });
  const { name, roleText, local } = textsOf(request);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <Avatar name={name} src={request.person?.avatar_url ?? null} size={34} />
      <Question request={request} error={approve.error} />
      {request.isOwn ? (
        <OwnRequest />
      ) : (
        <>
          {territories && local && (
            <Select
              className="input-sm w-full sm:w-48"
              aria-label={t`Region for ${name}`}
              value={territoryId}
              // Only a request without a territory can get one here.
              disabled={request.territory_id !== null}
              onChange={(event) => setTerritoryId(event.target.value)}
              empty={t`Select a region`}
              options={namedOptions(territories)}
            />
          )}
          <div className="flex flex-wrap gap-2">
            <Button
              size="sm"
              variant="primary"
              aria-label={t`Approve ${name} as ${roleText}`}
              busy={approve.isPending}
              disabled={territories !== null && local && !territoryId}
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
        </>
      )}
    </li>
  );
}

function Question({ request, error }: { request: RoleRequest; error: Error | null }) {
  const { name, roleText } = textsOf(request);
  const since = formatDayAt(request.created_at, request.territory?.time_zone);
  return (
    <div className="min-w-[min(10rem,100%)] flex-1">
      <p className="font-semibold wrap-anywhere">
        <Trans>
          {name} requests the role: {roleText}
        </Trans>
      </p>
      {request.contact && <p className="text-sm text-ink-2 wrap-anywhere">{request.contact.email}</p>}
      <p className="text-sm text-ink-2">
        <Trans>Requested on {since}</Trans>
      </p>
      {error && (
        <p role="alert" className="err mt-1">
          {error.message}
        </p>
      )}
    </div>
  );
}
