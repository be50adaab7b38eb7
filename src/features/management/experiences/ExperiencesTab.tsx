import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Plus, Sparkles } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { usePages } from '@/lib/api/use-pages';
import { paths } from '@/lib/routing/paths';
import { LinkButton } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { StatusNotice, useStatus } from '@/ui/feedback/StatusNotice';
import { FilterBar, SearchFilter } from '@/ui/filter/filters';
import { urlText, useUrlState } from '@/ui/filter/use-url-state';
import { DataTable } from '@/ui/table/DataTable';
import { paged } from '@/ui/table/paged';
import type { RowAction } from '@/ui/table/types';
import { DeleteOffer } from '../catalogue/DeleteOffer';
import { territoryCurrencyQuery } from '../catalogue/queries';
import { useOfferActions } from '../catalogue/use-offer-actions';
import { regionCountsQuery } from '../queries';
import { experienceColumns } from './columns';
import { FeaturedOrder } from './FeaturedOrder';
import {
  type DeskExperience,
  deleteExperience,
  deskExperiencesQuery,
  experienceDeskKeys,
  type Featured,
  featuredQuery,
  setExperienceVisible,
} from './queries';
import { useFeatured } from './use-featured';

const fields = { q: urlText() };

/** The lists of the public pages. */
const PUBLIC_KEY = ['experiences'];

/** What a region offers: found, shown or hidden at once, featured in an order, edited, deleted. */
export default function ExperiencesTab({ territoryId }: { territoryId: string }) {
  const { t } = useLingui();
  const state = useUrlState(fields);
  const q = state.settled.q.trim();
  const list = usePages({ ...deskExperiencesQuery(territoryId, q), placeholderData: keepPreviousData });
  const symbol = useQuery(territoryCurrencyQuery(territoryId)).data?.currency_symbol ?? 'Q';
  const status = useStatus();
  const [deleting, setDeleting] = useState<DeskExperience | null>(null);
  const columns = useMemo(() => experienceColumns(symbol), [symbol]);
  const { rows } = list;
  const all = useQuery(regionCountsQuery(territoryId)).data?.experiences;
  // Of a search it is known when its end is there.
  const count = q === '' ? all : list.hasNextPage ? undefined : rows?.length;
  const featured = useQuery(featuredQuery(territoryId)).data ?? [];
  const feature = useFeatured(territoryId, status.failure);
  const actions = useActions({
    territoryId,
    featured,
    onFeatured: (chosen) => feature.mutate(chosen),
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
            {count !== undefined && <span className="nums ml-2 text-sm font-medium text-ink-2">{count}</span>}
          </h2>
          <LinkButton to={paths.editExperience('new')} variant="primary" size="sm" icon={<Plus aria-hidden="true" />}>
            <Trans>Add Experience</Trans>
          </LinkButton>
        </div>
        {rows && (rows.length > 0 || state.isSet) && (
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
        {featured.length > 1 && <FeaturedOrder featured={featured} onOrder={(order) => feature.mutate(order)} />}
        <Table list={list} rows={rows} count={count} columns={columns} actions={actions} none={q === ''} />
      </Card>
      {deleting && (
        <DeleteOffer
          offer={deleting}
          type={t`Experience`}
          remove={deleteExperience}
          publicKey={PUBLIC_KEY}
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
  list: Parameters<typeof paged>[0];
  rows: DeskExperience[] | undefined;
  count: number | undefined;
  columns: ReturnType<typeof experienceColumns>;
  actions: (row: DeskExperience) => RowAction[];
  /** Nothing was searched for. */
  none: boolean;
}

function Table({ list, rows, count, columns, actions, none }: TableProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  return (
    <DataTable
      {...paged(list)}
      label={t`Experiences`}
      rows={rows}
      rowKey={(row) => row.id}
      columns={columns}
      actions={actions}
      onOpen={(row) => void navigate(paths.editExperience(row.id))}
      total={count}
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
  featured: readonly Featured[];
  onFeatured: (featured: Featured[]) => void;
  onDelete: (row: DeskExperience) => void;
  onFailure: (text: string) => void;
}

function useActions({ territoryId, featured, onFeatured, onDelete, onFailure }: ActionOptions) {
  const { t } = useLingui();
  const shared = useOfferActions<DeskExperience>({
    listKey: experienceDeskKeys.list(territoryId),
    publicKey: PUBLIC_KEY,
    setVisible: setExperienceVisible,
    editPath: paths.editExperience,
    onDelete,
    onFailure,
  });
  return (row: DeskExperience): RowAction[] => [
    ...shared(row),
    {
      label: row.featured ? t`Stop featuring ${row.title}` : t`Feature ${row.title}`,
      short: row.featured ? t`Stop featuring` : t`Feature`,
      icon: <Sparkles aria-hidden="true" />,
      onSelect: () => onFeatured([...featured.filter(({ id }) => id !== row.id), ...(row.featured ? [] : [row])]),
    },
  ];
}
