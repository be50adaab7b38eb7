import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { UserCog } from 'lucide-react';
import { useState } from 'react';
import { PeopleFilterBar } from '@/features/account/profile/PeopleFilterBar';
import { roleLabel } from '@/features/account/profile/role-labels';
import { ROLES } from '@/features/account/profile/roles';
import { roleRequestKeys } from '@/features/account/role-requests/queries';
import { RoleRequests } from '@/features/account/role-requests/RoleRequests';
import { adminTerritoriesQuery } from '@/features/admin/territories/queries';
import { TerritoryFilter } from '@/features/admin/territories/TerritoryFilter';
import { usePages } from '@/lib/api/use-pages';
import { Badge } from '@/ui/Badge';
import { urlChoice, urlText, useUrlState } from '@/ui/filter/use-url-state';
import { Avatar } from '@/ui/media/Avatar';
import { DataTable } from '@/ui/table/DataTable';
import { paged } from '@/ui/table/paged';
import { TableCard } from '@/ui/table/TableCard';
import type { Column } from '@/ui/table/types';
import { Moment } from '../Moment';
import { adminKeys } from '../queries';
import { grantLabel } from './labels';
import { type Person, peopleQuery } from './queries';
import { RolesDialog } from './RolesDialog';

const fields = { q: urlText(), role: urlChoice(['', ...ROLES], ''), region: urlText(80) };

/** Lists everyone who has an account, with a search and their roles. */
export default function PeopleTab() {
  const { t } = useLingui();
  const state = useUrlState(fields);
  const [open, setOpen] = useState<Person | null>(null);
  const query = usePages({ ...peopleQuery(state.settled), placeholderData: keepPreviousData });
  const { data } = useQuery(adminTerritoriesQuery());
  const client = useQueryClient();
  const refresh = async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: roleRequestKeys.all }),
      client.invalidateQueries({ queryKey: adminKeys.all }),
    ]);
  };
  const territories = (data ?? [])
    .filter((one) => one.archived_at === null)
    .map(({ id, shown }) => ({ id, name: shown.name }));
  return (
    <>
      <RoleRequests territoryId={null} territories={territories} refresh={refresh} />
      <TableCard title={<Trans>People</Trans>}>
        <PeopleFilterBar state={state} roles={ROLES} parseRole={fields.role.parse}>
          <TerritoryFilter
            territories={territories}
            value={state.shown.region}
            onChange={(region) => state.change({ region })}
          />
        </PeopleFilterBar>
        <DataTable
          {...paged(query)}
          label={t`People`}
          rowKey={(row) => row.id}
          columns={useColumns()}
          actions={(row) => [
            {
              label: t`Roles of ${row.full_name || row.email}`,
              short: t`Roles`,
              icon: <UserCog aria-hidden="true" />,
              inline: true,
              onSelect: () => setOpen(row),
            },
          ]}
          onOpen={setOpen}
          empty={<Trans>No one matches your search.</Trans>}
        />
      </TableCard>
      {open && <RolesDialog person={open} territories={territories} onClose={() => setOpen(null)} />}
    </>
  );
}

function useColumns(): Column<Person>[] {
  const { t } = useLingui();
  return [
    { id: 'person', header: t`Person`, card: 'title', cell: (row) => <Name person={row} /> },
    { id: 'roles', header: t`Roles`, card: 'plain', cell: (row) => <Roles person={row} /> },
    { id: 'since', header: t`Since`, width: '12.5rem', cell: (row) => <Moment at={row.created_at} /> },
  ];
}

function Name({ person }: { person: Person }) {
  const name = person.full_name || person.email;
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Avatar name={name} src={person.avatar_url} size={34} />
      <div className="min-w-0">
        <strong className="block font-semibold wrap-anywhere">{name}</strong>
        <span className="block text-xs text-ink-2 wrap-anywhere">
          {[person.email, person.business_name].filter(Boolean).join(', ')}
        </span>
      </div>
    </div>
  );
}

function Roles({ person: { grants } }: { person: Person }) {
  return (
    <ul className="flex flex-wrap gap-1.5">
      {grants.length === 0 && <li className="text-ink-2">{roleLabel('tourist')}</li>}
      {grants.map((grant) => (
        <li key={`${grant.role} ${grant.territory_id}`}>
          <Badge tone={grant.role === 'admin' ? 'accent' : 'neutral'} className="whitespace-normal">
            {grantLabel(grant)}
          </Badge>
        </li>
      ))}
    </ul>
  );
}
