import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { calendarDate, formatDay } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { paths, withQuery } from '@/lib/routing/paths';
import { Badge } from '@/ui/Badge';
import { Pending } from '@/ui/feedback/Pending';
import { EmptyState, Skeleton } from '@/ui/feedback/states';
import { Updating } from '@/ui/feedback/Updating';
import { DateRangeFilter, FilterBar } from '@/ui/filter/filters';
import { urlDate, useUrlState } from '@/ui/filter/use-url-state';
import { type RegionDays, regionsQuery } from './queries';

const fields = { from: urlDate(), to: urlDate() };

/** Shows the sales, refunds, guests and open cases of all regions, day by day. */
export function RegionsTab() {
  const { t } = useLingui();
  const state = useUrlState(fields);
  const { shown, settled, change } = state;
  // The last seven days, unless dates are chosen.
  const [first, today] = [calendarDate(undefined, -6), calendarDate()];
  const query = useQuery(regionsQuery(settled.from || first, settled.to || today));
  return (
    <div className="grid grid-cols-1 gap-4 sm:gap-5">
      <div className="card pt-4">
        <FilterBar label={t`Period`} isSet={state.isSet} onClear={state.clear}>
          <DateRangeFilter from={shown.from || first} to={shown.to || today} onChange={change} />
        </FilterBar>
      </div>
      {!query.data ? (
        <Pending query={query} label={t`Loading the regions`} className="grid gap-4">
          <Skeleton className="h-48 rounded-lg!" />
          <Skeleton className="h-48 rounded-lg!" />
        </Pending>
      ) : query.data.length === 0 ? (
        <EmptyState title={<Trans>No regions yet. Add the first one under “Regions”.</Trans>} />
      ) : (
        <Updating busy={query.isPlaceholderData}>
          <ul className="grid gap-4 lg:grid-cols-2">
            {query.data.map((region) => (
              <Region key={region.id} region={region} />
            ))}
          </ul>
        </Updating>
      )}
    </div>
  );
}

function Region({ region }: { region: RegionDays }) {
  const { t } = useLingui();
  const { id, name, untranslated, visible, chargebacks, conflicts, currency_symbol: symbol, days } = region;
  const sumOf = (column: 'sales' | 'refunds' | 'guests') => days.reduce((sum, day) => sum + day[column], 0);
  return (
    <li className="card @container p-4 sm:p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-lg font-bold wrap-anywhere" lang={untranslated?.name}>
          {name}
        </h2>
        {!visible && (
          <Badge>
            <Trans>Hidden</Trans>
          </Badge>
        )}
        <Link
          className="ml-auto inline-flex min-h-11 items-center underline underline-offset-4 hover:no-underline"
          aria-label={t`Bookings in ${name}`}
          to={withQuery(paths.allBookings, { region: id })}
        >
          <Trans>Bookings</Trans>
        </Link>
      </div>
      {chargebacks + conflicts > 0 && (
        <p className="mt-1 text-warn-text">
          {[
            chargebacks > 0 && plural(chargebacks, { one: '# open chargeback', other: '# open chargebacks' }),
            conflicts > 0 && plural(conflicts, { one: '# open check-in conflict', other: '# open check-in conflicts' }),
          ]
            .filter(Boolean)
            .join(', ')}
        </p>
      )}
      {days.length === 0 ? (
        <p className="mt-3 text-ink-2">
          <Trans>No sales, refunds or guests on these days.</Trans>
        </p>
      ) : (
        <table className="nums mt-3 w-full text-right text-sm @sm:[&_td]:py-1.5 @sm:[&_td]:pl-2 @sm:[&_th]:py-1.5 @sm:[&_th+th]:pl-2 [&_th]:font-semibold">
          <caption className="sr-only">{name}</caption>
          {/* Narrower than its four columns, each day is a block with its values one after the other. */}
          <thead className="text-xs text-ink-2 @max-sm:sr-only">
            <tr>
              <th scope="col" className="text-left">
                <Trans>Day</Trans>
              </th>
              <th scope="col">
                <Trans>Sales</Trans>
              </th>
              <th scope="col">
                <Trans>Refunds</Trans>
              </th>
              <th scope="col">
                <Trans>Guests</Trans>
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line border-y border-line">
            {days.map((day) => (
              <Sums key={day.day} head={formatDay(day.day)} symbol={symbol} {...day} />
            ))}
          </tbody>
          <tfoot className="font-semibold">
            <Sums
              head={<Trans>Total</Trans>}
              symbol={symbol}
              sales={sumOf('sales')}
              refunds={sumOf('refunds')}
              guests={sumOf('guests')}
            />
          </tfoot>
        </table>
      )}
    </li>
  );
}

interface SumsProps {
  head: ReactNode;
  symbol: string;
  sales: number;
  refunds: number;
  guests: number;
}

function Sums({ head, symbol, sales, refunds, guests }: SumsProps) {
  return (
    <tr className="@max-sm:flex @max-sm:flex-wrap @max-sm:gap-x-4 @max-sm:py-1.5">
      <th scope="row" className="text-left @max-sm:w-full">
        {head}
      </th>
      <td>
        <NarrowLabel>
          <Trans>Sales</Trans>
        </NarrowLabel>
        {formatMoney(sales, symbol)}
      </td>
      <td>
        <NarrowLabel>
          <Trans>Refunds</Trans>
        </NarrowLabel>
        {formatMoney(refunds, symbol)}
      </td>
      <td>
        <NarrowLabel>
          <Trans>Guests</Trans>
        </NarrowLabel>
        {guests}
      </td>
    </tr>
  );
}

/** Repeats the column's header, which screen readers say anyway. */
function NarrowLabel({ children }: { children: ReactNode }) {
  return (
    <span aria-hidden="true" className="mr-1 font-normal text-ink-2 @sm:hidden">
      {children}
    </span>
  );
}
