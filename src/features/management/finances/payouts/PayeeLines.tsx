import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { bookingNumber } from '@/features/management/bookings/labels';
import { symbolOf, type TerritoryCurrency } from '@/features/management/bookings/money';
import { usePages } from '@/lib/api/use-pages';
import { formatShortDate } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { QueryFailed } from '@/ui/feedback/LoadFailed';
import { MorePages } from '@/ui/feedback/MorePages';
import { LoadingArea, Skeleton } from '@/ui/feedback/states';
import { type Payee, type PayeeLine, payeeLinesQuery } from './queries';
import { type Chosen, isLineChosen, isPayable } from './selection';

interface Props {
  territoryId: string;
  payee: Payee;
  currency: TerritoryCurrency;
  chosen: Chosen | undefined;
  onLine: (line: PayeeLine, lines: readonly PayeeLine[]) => void;
}

/** Lists a payee's due bookings, which can be selected one by one. */
export function PayeeLines({ territoryId, payee, currency, chosen, onLine }: Props) {
  const { t } = useLingui();
  const list = usePages(payeeLinesQuery(territoryId, payee, 'due'));
  const { rows } = list;
  const symbol = symbolOf(payee.currency_code, currency);
  if (!rows) {
    if (list.error) return <QueryFailed query={list} className="mx-4 mb-4" />;
    return (
      <LoadingArea label={t`Loading`} className="px-4 pb-4">
        <Skeleton className="h-24" />
      </LoadingArea>
    );
  }
  return (
    <div className="mx-4 mb-4 rounded-md border border-line bg-surface sm:ml-16">
      <p className="px-3 pt-3 text-sm font-semibold">
        <Plural value={payee.bookings} one="# booking" other="# bookings" />
      </p>
      <ul className="divide-y divide-line">
        {rows.map((line) => (
          <Line
            key={line.id}
            line={line}
            symbol={symbol}
            picked={isLineChosen(chosen, line)}
            disabled={line.amount < 0 || !isPayable(payee)}
            onPick={() => onLine(line, rows)}
          />
        ))}
      </ul>
      <div className="grid gap-2 p-3 empty:hidden">
        <MorePages pages={list} />
      </div>
    </div>
  );
}

interface LineProps {
  line: PayeeLine;
  symbol: string;
  picked: boolean;
  disabled: boolean;
  onPick: () => void;
}

function Line({ line, symbol, picked, disabled, onPick }: LineProps) {
  const sold = formatMoney(line.total_price, symbol);
  return (
    <li>
      <label className="check items-center! px-3">
        <input type="checkbox" checked={picked} disabled={disabled} onChange={onPick} />
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 text-sm">
          <span className="nums w-24 whitespace-nowrap text-ink-2">{formatShortDate(line.booking_date)}</span>
          <span className="fit-words">
            <span className="block" lang={line.untranslated?.title}>
              {line.title}
            </span>
            <span className="block text-xs text-ink-2">
              {line.tourist_name && (
                <span>
                  <bdi>{line.tourist_name}</bdi>
                  {', '}
                </span>
              )}
              <span className="nums">{bookingNumber(line.booking_id)}</span>
            </span>
          </span>
          <span className="nums text-ink-2">
            {line.amount < 0 ? (
              <span key="back">
                <Trans>Refunded after the payout</Trans>
              </span>
            ) : (
              <span key="sold">
                <Plural value={line.num_people} one="# person" other="# people" />, {sold}
              </span>
            )}
          </span>
          <strong className="nums min-w-20 text-right">{formatMoney(line.amount, symbol)}</strong>
        </span>
      </label>
    </li>
  );
}
