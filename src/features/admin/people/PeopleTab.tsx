import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { UserCog } from 'lucide-react';
import { useState } from 'react';
import { ROLES } from '@/features/account/profile/queries';
import { roleName } from '@/features/account/profile/Roles';
import { adminTerritoriesQuery } from '@/features/admin/territories/queries';
import { usePages } from '@/lib/api/use-pages';
import { Badge } from '@/ui/Badge';
import { Card } from '@/ui/Card';
import { StatusNotice, useStatus } from '@/ui/feedback/StatusNotice';
import { FilterBar, SearchFilter, SelectFilter } from '@/ui/filter/filters';
import { urlChoice, urlText, useUrlState } from '@/ui/filter/use-url-state';
import { Avatar } from '@/ui/media/Avatar';
import { DataTable } from '@/ui/table/DataTable';
import { paged } from '@/ui/table/paged';
import type { Column } from '@/ui/table/types';
import { Moment } from '../Moment';
import { type Person, peopleQuery } from './queries';
import { RoleRequests } from './RoleRequests';
import { RolesDialog } from './RolesDialog';

const fields = { q: urlText(), role: urlChoice(['', ...ROLES], ''), region: urlText(80) };

/** Everybody with an account: found, and their roles given and taken. */
export default function PeopleTab() {
  const { t, i18n } = useLingui();
  const state = useUrlState(fields);
  const { shown, settled } = state;
  const status = useStatus();
  const [open, setOpen] = useState<Person | null>(null);
  const territories = useQuery(adminTerritoriesQuery());
  const query = usePages({ ...peopleQuery(settled), placeholderData: keepPreviousData });
  const { rows } = query;
  const places = territories.data?.filter((one) => one.archived_at === null) ?? [];

  const columns: Column<Person>[] = [
    {
      id: 'person',
      header: t`Person`,
      card: 'title',
      cell: (row) => (
        <div className="flex min-w-0 items-center gap-3">
          <Avatar name={row.full_name || row.email} src={row.avatar_url} size={34} />
          <div className="min-w-0">
            <strong className="block font-semibold wrap-anywhere">{row.full_name || row.email}</strong>
            <span className="block text-xs text-ink-2 wrap-anywhere">
              {[row.email, row.business_name].filter(Boolean).join(', ')}
            </span>
          </div>
        </div>
      ),
    },
    {
      id: 'roles',
      header: t`Roles`,
      card: 'plain',
      cell: (row) => (
        <ul className="flex flex-wrap gap-1.5">
          {row.grants.length === 0 && <li className="text-ink-2">{i18n._(roleName.tourist)}</li>}
          {row.grants.map((grant) => (
            <li key={`${grant.role} ${grant.territory_id}`}>
              <Badge tone={grant.role === 'admin' ? 'accent' : 'neutral'} className="whitespace-normal!">
                {[i18n._(roleName[grant.role]), grant.territory_name].filter(Boolean).join(', ')}
              </Badge>
            </li>
          ))}
        </ul>
      ),
    },
    { id: 'since', header: t`Since`, width: '12.5rem', cell: (row) => <Moment at={row.created_at} /> },
  ];

  return (
    <div className="grid gap-5">
      <RoleRequests territories={places} status={status} />
      <div>
        <StatusNotice notice={status.notice} />
        <Card className="card-clip">
          <h2 className="p-4 pb-3 text-lg font-bold sm:px-5">
            <Trans>People</Trans>
          </h2>
          <FilterBar label={t`Filter people`} isSet={state.isSet} onClear={state.clear}>
            <SearchFilter
              label={t`Search`}
              placeholder={t`Name or email`}
              value={shown.q}
              onChange={(q) => state.change({ q })}
            />
            <SelectFilter
              label={t`Role`}
              value={shown.role}
              onChange={(value) => state.change({ role: fields.role.parse(value) })}
              options={[
                { value: '', label: t`All roles` },
                ...ROLES.map((role) => ({ value: role, label: i18n._(roleName[role]) })),
              ]}
            />
            <SelectFilter
              label={t`Region`}
              value={shown.region}
              onChange={(region) => state.change({ region })}
              options={[
                { value: '', label: t`All regions` },
                ...places.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          </FilterBar>
          <DataTable
            {...paged(query)}
            label={t`People`}
            rows={rows}
            rowKey={(row) => row.id}
            columns={columns}
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
            empty={<Trans>Nobody matches your search.</Trans>}
          />
        </Card>
      </div>
      {open && <RolesDialog person={open} territories={places} onClose={() => setOpen(null)} />}
    </div>
  );
}
