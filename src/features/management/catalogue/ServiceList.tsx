import { useLingui } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { LinkButton } from '@/ui/Button';
import { Card, CardHeader } from '@/ui/Card';
import { FilterBar, SearchFilter } from '@/ui/filter/filters';
import type { UrlState } from '@/ui/filter/use-url-state';
import { DataTable } from '@/ui/table/DataTable';
import { paged } from '@/ui/table/paged';
import type { Column, RowAction } from '@/ui/table/types';
import type { ServiceRow } from './queries';

interface Texts {
  title: string;
  add: string;
  filter: string;
  placeholder: string;
  none: string;
  notFound: string;
}

interface Props<Row extends ServiceRow> {
  texts: Texts;
  state: UrlState<{ q: string }>;
  list: Parameters<typeof paged<Row>>[0];
  /** The number of services without a search. */
  total: number | undefined;
  columns: readonly Column<Row>[];
  actions: (row: Row) => RowAction[];
  editPath: (id: string) => string;
  children?: ReactNode;
}

/** Lists a territory's services of one kind, with search and buttons to add and open. */
export function ServiceList<Row extends ServiceRow>(props: Props<Row>) {
  const { texts, state, list, total, columns, actions, editPath, children } = props;
  const { t } = useLingui();
  const navigate = useNavigate();
  const isSearch = state.settled.q.trim() !== '';
  const { rows } = list;
  // The number of matches is known once the last page has loaded.
  const found = list.hasNextPage ? undefined : rows?.length;
  const count = isSearch ? found : total;
  return (
    <Card className="card-clip">
      <CardHeader title={texts.title} count={count}>
        <LinkButton to={editPath('new')} variant="primary" size="sm" icon={<Plus aria-hidden="true" />}>
          {texts.add}
        </LinkButton>
      </CardHeader>
      {rows && (rows.length > 0 || state.isSet) && (
        <FilterBar label={texts.filter} isSet={state.isSet} onClear={state.clear}>
          <SearchFilter
            label={t`Search`}
            placeholder={texts.placeholder}
            className="lg:max-w-96"
            value={state.shown.q}
            onChange={(next) => state.change({ q: next })}
          />
        </FilterBar>
      )}
      <span>{children}</span>
      <DataTable
        {...paged(list)}
        label={texts.title}
        rowKey={(row) => row.id}
        columns={columns}
        actions={actions}
        onOpen={(row) => void navigate(editPath(row.id))}
        total={count}
        isQuiet={(row) => !row.visible}
        empty={isSearch ? texts.notFound : texts.none}
      />
    </Card>
  );
}
