import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ROLES } from '@/features/account/profile/queries';
import { roleName } from '@/features/account/profile/Roles';
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

function Request({ request, territories, status }: Props & { request: RoleRequest }) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const [place, setPlace] = useState(request.territory_id ?? '');
  const role = ROLES.find((one) => one === request.role);
  const name = request.person?.full_name || request.person?.email || '';
  const roleText = role ? i18n._(roleName[role]) : request.role;
  const decision = useMutation({
    mutationFn: decideRequest,
    onSuccess: (_, { approve }) => status.success(approve ? t`Role request approved` : t`Role request declined`),
    // Also after a failure: a colleague may have been faster.
    onSettled: () => client.invalidateQueries({ queryKey: adminKeys.all }),
  });
  const decide = (approve: boolean) => () => {
    // The other button is free while this one is busy.
    if (!decision.isPending) decision.mutate({ id: request.id, approve, territoryId: place || null });
  };
  const local = role !== 'admin' && role !== 'tourist';
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-48 flex-1">
        <p className="font-semibold wrap-anywhere">
          <Trans>
            {name} asks to be: {roleText}
          </Trans>
        </p>
        <p className="text-xs text-ink-2 wrap-anywhere">
          {request.person?.email} <Moment at={request.created_at} />
        </p>
        {decision.error && (
          <p role="alert" className="err mt-1">
            {decision.error.message}
          </p>
        )}
      </div>
      {local && (
        <Select
          className="input-sm w-full sm:w-48"
          aria-label={t`Region for ${name}`}
          value={place}
          // What was asked for is what is decided; only a request without a region gets one here.
          disabled={request.territory_id !== null}
          onChange={(event) => setPlace(event.target.value)}
          empty={t`Select a region`}
          options={namedOptions(territories)}
        />
      )}
      <div className="flex gap-2">
        <Button
          size="sm"
          variant="primary"
          aria-label={t`Approve ${name} as ${roleText}`}
          busy={decision.isPending && decision.variables.approve}
          disabled={local && !place}
          onClick={decide(true)}
        >
          <Trans>Approve</Trans>
        </Button>
        <Button
          size="sm"
          aria-label={t`Decline ${name} as ${roleText}`}
          busy={decision.isPending && !decision.variables.approve}
          onClick={decide(false)}
        >
          <Trans>Decline</Trans>
        </Button>
      </div>
    </li>
  );
}
