import { useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { PeopleFilterBar } from '@/features/account/profile/PeopleFilterBar';
import { roleLabel } from '@/features/account/profile/role-labels';
import { roleRequestKeys } from '@/features/account/role-requests/queries';
import { RoleRequests } from '@/features/account/role-requests/RoleRequests';
import { useSession } from '@/features/account/session/session';
import { usePages } from '@/lib/api/use-pages';
import { useLiveQuery } from '@/lib/realtime/use-live-query';
import { Badge } from '@/ui/Badge';
import { urlChoice, urlText, useUrlState } from '@/ui/filter/use-url-state';
import type { Column } from '@/ui/table/types';
import { memberColumns } from './columns';
import { InvitedMembers } from './InvitedMembers';
import { type Member, membersQuery, teamKeys } from './queries';

const ROLES = ['tour_guide', 'territory_staff', 'shuttle_manager'] as const;
/** The tab starts with guides, as its name says. */
const fields = { q: urlText(), role: urlChoice([...ROLES, 'everybody'], 'tour_guide') };

/** Lists a territory's people by role. Guides are invited, changed and removed here, and other roles elsewhere. */
export default function GuidesTab({ territoryId }: { territoryId: string }) {
  const { t } = useLingui();
  const state = useUrlState(fields);
  const { q, role } = state.settled;
  const filters = { q, sort: { id: 'name', desc: false } } as const;
  const list = usePages({
    ...membersQuery(territoryId, role === 'everybody' ? ROLES : [role], filters),
    placeholderData: keepPreviousData,
  });
  const mayDecide = useSession().hasRole('territory_manager');
  return (
    <>
      {mayDecide && <Requests territoryId={territoryId} />}
      <InvitedMembers
        kind="guide"
        territoryId={territoryId}
        list={list}
        columns={useColumns()}
        {...(role !== 'tour_guide' && { title: role === 'everybody' ? t`Team` : roleLabel(role) })}
        filters={
          <PeopleFilterBar
            state={state}
            roles={ROLES}
            all={{ value: 'everybody', label: t`Everyone` }}
            parseRole={fields.role.parse}
          />
        }
        searched={state.isSet}
      />
    </>
  );
}

function Requests({ territoryId }: { territoryId: string }) {
  const client = useQueryClient();
  useLiveQuery({ [`territory:${territoryId}`]: ['role_request'] }, roleRequestKeys.in(territoryId));
  // Approving a role request adds a person.
  useLiveQuery({ [`territory:${territoryId}`]: ['role_request'] }, teamKeys.all);
  const refresh = async () => {
    await Promise.all([roleRequestKeys.all, teamKeys.all].map((queryKey) => client.invalidateQueries({ queryKey })));
  };
  return <RoleRequests territoryId={territoryId} refresh={refresh} />;
}

function useColumns(): Column<Member>[] {
  const { t } = useLingui();
  return [
    ...memberColumns(),
    {
      id: 'roles',
      header: t`Role`,
      width: '15rem',
      card: 'plain',
      cell: (row) => (
        <ul className="flex flex-wrap gap-1.5">
          {ROLES.filter((one) => row.roles.includes(one)).map((one) => (
            <li key={one}>
              <Badge tone={one === 'tour_guide' ? 'neutral' : 'line'}>{roleLabel(one)}</Badge>
            </li>
          ))}
          {row.paused && (
            <li>
              <Badge tone="warn">{t`Paused`}</Badge>
            </li>
          )}
        </ul>
      ),
    },
  ];
}
