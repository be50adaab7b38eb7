import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { roleLabel } from '@/features/account/profile/role-labels';
import { GLOBAL_ROLES, ROLES } from '@/features/account/profile/roles';
import { OwnRequest } from '@/features/management/team/OwnRequest';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { LoadFailed } from '@/ui/feedback/LoadFailed';
import type { StatusControls } from '@/ui/feedback/StatusNotice';
import { Select } from '@/ui/form/controls';
import { namedOptions } from '@/ui/form/options';
import { Moment } from '../Moment';
import { adminKeys } from '../queries';
import { decideRequest, type RoleRequest, roleRequestsQuery } from './queries';

interface Props {
  territories: readonly { id: string; name: string }[];
  status: Pick<StatusControls, 'success'>;
}

/** Who asked for a role. Nothing is drawn while nobody does. */
export function RoleRequests({ territories, status }: Props) {
  const query = useQuery(roleRequestsQuery());
  const { data, error } = query;
  if (error && !data) return <LoadFailed query={query} />;
  if (!data || data.length === 0) return null;
  return (
    <Card className="p-4 sm:px-5">
      <h2 className="text-lg font-bold">
        <Trans>Role requests</Trans>
      </h2>
      <ul className="mt-2 divide-y divide-line">
        {data.map((request) => (
          <Request key={request.id} request={request} territories={territories} status={status} />
        ))}
      </ul>
    </Card>
  );
}

const knownRole = (request: RoleRequest) => ROLES.find((role) => role === request.role);

/** Who asks, and for what. */
function textsOf(request: RoleRequest) {
  const role = knownRole(request);
  return {
    name: request.person?.full_name || request.person?.email || '',
    roleText: role ? roleLabel(role) : request.role,
  };
}

function Request({ request, territories, status }: Props & { request: RoleRequest }) {
  const { t } = useLingui();
  const { isPending, variables, error, mutate } = useDecision(status);
  const [territoryId, setTerritoryId] = useState(request.territory_id ?? '');
  const { name, roleText } = textsOf(request);
  const role = knownRole(request);
  const local = !role || !GLOBAL_ROLES.includes(role);
  const decide = (approve: boolean) => {
    // The other button is free while this one is busy.
    if (!isPending) mutate({ id: request.id, approve, territoryId: territoryId || null });
  };
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <Question request={request} error={error} />
      {request.isOwn ? (
        <OwnRequest />
      ) : (
        <>
          {local && (
            <Select
              className="input-sm w-full sm:w-48"
              aria-label={t`Region for ${name}`}
              value={territoryId}
              // What was asked for is what is decided; only a request without a territory gets one here.
              disabled={request.territory_id !== null}
              onChange={(event) => setTerritoryId(event.target.value)}
              empty={t`Select a region`}
              options={namedOptions(territories)}
            />
          )}
          <div className="flex gap-2">
            <Button
              size="sm"
              variant="primary"
              aria-label={t`Approve ${name} as ${roleText}`}
              busy={isPending && variables.approve}
              disabled={local && !territoryId}
              onClick={() => decide(true)}
            >
              <Trans>Approve</Trans>
            </Button>
            <Button
              size="sm"
              aria-label={t`Decline ${name} as ${roleText}`}
              busy={isPending && !variables.approve}
              onClick={() => decide(false)}
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
  return (
    <div className="min-w-48 flex-1">
      <p className="font-semibold wrap-anywhere">
        <Trans>
          {name} asks to be: {roleText}
        </Trans>
      </p>
      <p className="text-xs text-ink-2 wrap-anywhere">
        {request.person?.email} <Moment at={request.created_at} />
      </p>
      {error && (
        <p role="alert" className="err mt-1">
          {error.message}
        </p>
      )}
    </div>
  );
}

function useDecision(status: Props['status']) {
  const { t } = useLingui();
  const client = useQueryClient();
  return useMutation({
    mutationFn: decideRequest,
    onSuccess: (_, { approve }) => status.success(approve ? t`Role request approved` : t`Role request declined`),
    // Also after a failure: a colleague may have been faster.
    onSettled: () => client.invalidateQueries({ queryKey: adminKeys.all }),
  });
}
