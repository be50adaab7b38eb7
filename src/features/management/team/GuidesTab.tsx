import { useLingui } from '@lingui/react/macro';
import { keepPreviousData } from '@tanstack/react-query';
import { PeopleFilterBar } from '@/features/account/profile/PeopleFilterBar';
import { roleLabel } from '@/features/account/profile/role-labels';
import { useSession } from '@/features/account/session/session';
import { usePages } from '@/lib/api/use-pages';
import { Badge } from '@/ui/Badge';
import { urlChoice, urlText, useUrlState } from '@/ui/filter/use-url-state';
import type { Column } from '@/ui/table/types';
import { memberColumns } from './columns';
import { InvitedMembers } from './InvitedMembers';
import { type Member, membersQuery } from './queries';
import { RoleRequests } from './RoleRequests';

const ROLES = ['tour_guide', 'territory_staff', 'shuttle_manager'] as const;
const fields = { q: urlText(), role: urlChoice(['', ...ROLES], '') };

/** The people of a territory by role. Guides are invited, changed and taken off here; the others where they are made. */
export default function GuidesTab({ territoryId }: { territoryId: string }) {
  const state = useUrlState(fields);
  const { q, role } = state.settled;
  const filters = { q, sort: { id: 'name', desc: false } } as const;
  const list = usePages({
    ...membersQuery(territoryId, role === '' ? ROLES : [role], filters),
    placeholderData: keepPreviousData,
  });
  const mayDecide = useSession().hasRole('territory_manager');
  return (
    <>
      {mayDecide && <RoleRequests territoryId={territoryId} />}
      <InvitedMembers
        kind="guide"
        territoryId={territoryId}
        list={list}
        columns={useColumns()}
        filters={<PeopleFilterBar state={state} roles={ROLES} parseRole={fields.role.parse} />}
        searched={state.isSet}
      />
    </>
  );
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
        </ul>
      ),
    },
  ];
}
