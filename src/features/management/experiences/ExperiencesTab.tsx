import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarDays, Eye, EyeOff, Pencil, Plus, Sparkles, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths, withQuery } from '@/lib/paths';
import { plainText } from '@/lib/plain-text';
import { LinkButton } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { DeleteDialog } from '@/ui/ConfirmDialog';
import { FilterBar, SearchFilter } from '@/ui/filters';
import { StatusNotice, useStatus } from '@/ui/StatusNotice';
import { DataTable } from '@/ui/table/DataTable';
import type { RowAction } from '@/ui/table/types';
import { urlText, useUrlState } from '@/ui/use-url-state';
import { catalogueKeys, regionQuery } from '../catalogue/queries';
import { useVisibility } from '../catalogue/use-visibility';
import { experienceColumns } from './columns';
import { FeaturedOrder } from './FeaturedOrder';
import {
  type DeskExperience,
  deleteExperience,
  deskExperiencesQuery,
  experienceDeskKeys,
  setExperienceVisible,
} from './queries';
import { useFeatured } from './use-featured';

const fields = { q: urlText() };

/** What a region offers: found, shown or hidden at once, featured in an order, edited, deleted. */
export default function ExperiencesTab({ territoryId }: { territoryId: string }) {
  const { t } = useLingui();
  const query = useQuery(deskExperiencesQuery(territoryId));
  const symbol = useQuery(regionQuery(territoryId)).data?.currency_symbol ?? 'Q';
  const status = useStatus();
  const state = useUrlState(fields);
  const [deleting, setDeleting] = useState<DeskExperience | null>(null);
  const columns = useMemo(() => experienceColumns(symbol), [symbol]);
  const all = query.data;
  const wanted = plainText(state.shown.q.trim());
  const rows = useMemo(() => all?.filter((row) => plainText(row.title).includes(wanted)), [all, wanted]);
  const featured = all?.filter((row) => row.featured) ?? [];
  const feature = useFeatured(territoryId, status.failure);
  const actions = useActions({
    territoryId,
    featured,
    onFeatured: (ids) => feature.mutate(ids),
    onDelete: setDeleting,
    onFailure: status.failure,
  });
  return (
    <>
      <StatusNotice notice={status.notice} />
      <Card className="card-clip">
        <div className="flex flex-wrap items-center justify-between gap-3 p-4 pb-3 sm:px-5">
          <h2 className="text-lg font-bold">
            <Trans>Experiences</Trans>
            {rows && <span className="nums ml-2 text-sm font-medium text-ink-2">{rows.length}</span>}
          </h2>
          <LinkButton to={paths.editExperience('new')} variant="primary" size="sm" icon={<Plus aria-hidden="true" />}>
            <Trans>Add Experience</Trans>
          </LinkButton>
        </div>
        {all && all.length > 0 && (
          <FilterBar label={t`Filter experiences`} isSet={state.isSet} onClear={state.clear}>
            <SearchFilter
              label={t`Search`}
              placeholder={t`Search experiences`}
              className="lg:max-w-96"
              value={state.shown.q}
              onChange={(q) => state.change({ q })}
            />
          </FilterBar>
        )}
        {featured.length > 1 && <FeaturedOrder featured={featured} onOrder={(ids) => feature.mutate(ids)} />}
        <Table query={query} rows={rows} columns={columns} actions={actions} none={all?.length === 0} />
      </Card>
      {deleting && (
        <DeleteExperience
          experience={deleting}
          onCancel={() => setDeleting(null)}
          onDeleted={() => {
            setDeleting(null);
            status.success(t`Experience deleted successfully`);
          }}
        />
      )}
    </>
  );
}

interface TableProps {
  query: { error: Error | null; refetch: () => unknown };
  rows: DeskExperience[] | undefined;
  columns: ReturnType<typeof experienceColumns>;
  actions: (row: DeskExperience) => RowAction[];
  none: boolean;
}

function Table({ query, rows, columns, actions, none }: TableProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  return (
    <DataTable
      label={t`Experiences`}
      rows={rows}
      rowKey={(row) => row.id}
      columns={columns}
      actions={actions}
      onOpen={(row) => void navigate(paths.editExperience(row.id))}
      error={query.error}
      onRetry={() => void query.refetch()}
      isQuiet={(row) => !row.visible}
      empty={
        none ? (
          <Trans>No experiences yet. Add the first one that travellers can book here.</Trans>
        ) : (
          <Trans>No experiences match your search.</Trans>
        )
      }
    />
  );
}

interface ActionOptions {
  territoryId: string;
  featured: readonly DeskExperience[];
  onFeatured: (ids: string[]) => void;
  onDelete: (row: DeskExperience) => void;
  onFailure: (text: string) => void;
}

function useActions({ territoryId, featured, onFeatured, onDelete, onFailure }: ActionOptions) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const eye = useVisibility<DeskExperience>({
    queryKey: experienceDeskKeys.list(territoryId),
    save: setExperienceVisible,
    onFailure,
    publicKey: ['experiences'],
  });
  const ids = featured.map((one) => one.id);
  return (row: DeskExperience): RowAction[] => [
    {
      label: row.visible ? t`Hide ${row.title}` : t`Show ${row.title}`,
      short: row.visible ? t`Hide` : t`Show`,
      icon: row.visible ? <Eye aria-hidden="true" /> : <EyeOff aria-hidden="true" />,
      inline: true,
      busy: eye.isPending && eye.variables.id === row.id,
      onSelect: () => eye.mutate({ id: row.id, visible: !row.visible }),
    },
    {
      label: t`Edit ${row.title}`,
      short: t`Edit`,
      icon: <Pencil aria-hidden="true" />,
      inline: true,
      onSelect: () => void navigate(paths.editExperience(row.id)),
    },
    {
      label: t`Delete ${row.title}`,
      short: t`Delete`,
      icon: <Trash2 aria-hidden="true" />,
      inline: true,
      tone: 'danger',
      onSelect: () => onDelete(row),
    },
    {
      label: t`Calendar of ${row.title}`,
      short: t`Calendar`,
      icon: <CalendarDays aria-hidden="true" />,
      onSelect: () => void navigate(withQuery(paths.editExperience(row.id), { tab: 'calendar' })),
    },
    {
      label: row.featured ? t`Stop featuring ${row.title}` : t`Feature ${row.title}`,
      short: row.featured ? t`Stop featuring` : t`Feature`,
      icon: <Sparkles aria-hidden="true" />,
      onSelect: () => onFeatured(row.featured ? ids.filter((id) => id !== row.id) : [...ids, row.id]),
    },
  ];
}

interface DeleteProps {
  experience: DeskExperience;
  onCancel: () => void;
  onDeleted: () => void;
}

function DeleteExperience({ experience, onCancel, onDeleted }: DeleteProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  return (
    <DeleteDialog
      open
      type={t`Experience`}
      name={experience.title}
      onCancel={onCancel}
      onConfirm={async () => {
        await deleteExperience(experience.id);
        await client.invalidateQueries({ queryKey: catalogueKeys.all });
        await client.invalidateQueries({ queryKey: ['experiences'] });
        onDeleted();
      }}
    >
      <p className="text-sm text-ink-2">
        <Trans>Travellers who have booked it keep their tickets.</Trans>
      </p>
    </DeleteDialog>
  );
}
