import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { formatMoney } from '@/lib/format/money';
import { Alert } from '@/ui/feedback/Alert';
import { LoadFailed } from '@/ui/feedback/LoadFailed';
import { Skeleton } from '@/ui/feedback/states';
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog';
import { type CurrencyChange, currencyChangeQuery } from './currency-change';

interface Props {
  territoryId: string;
  code: string;
  onCancel: () => void;
  onConfirm: () => void;
}

/** Asks before changing the currency, and shows an example price or the prices that prevent the change. */
export function ConfirmCurrency({ territoryId, code, onCancel, onConfirm }: Props) {
  const query = useQuery(currencyChangeQuery(territoryId, code));
  const change = query.data;
  return (
    <ConfirmDialog
      open
      onCancel={onCancel}
      onConfirm={async () => onConfirm()}
      title={<Trans>Sell in {code}</Trans>}
      description={<Trans>Prices keep their numbers, now in the new currency.</Trans>}
      confirm={
        change && change.broken.length === 0 ? (
          <span>
            <Trans>Sell in {code}</Trans>
          </span>
        ) : null
      }
      tone="primary"
    >
      {change ? (
        <Effect change={change} code={code} />
      ) : query.error ? (
        <LoadFailed query={query} />
      ) : (
        <Skeleton className="h-12" />
      )}
    </ConfirmDialog>
  );
}

function Effect({ change, code }: { change: CurrencyChange; code: string }) {
  const { price, from_symbol, to_symbol, broken, experiences, transports } = change;
  if (broken.length > 0) {
    return (
      <>
        <Alert tone="warn">
          <Trans>These prices don't work in {code}. Change them first:</Trans>
        </Alert>
        <ul className="mt-3 grid max-h-60 list-disc gap-1 overflow-y-auto pl-5">
          {broken.map((one) => (
            <li key={`${one.id} ${one.price}`} className="wrap-anywhere">
              <span lang={one.untranslated?.title}>{one.title}</span>,{' '}
              <span className="nums">{formatMoney(one.price, from_symbol)}</span>
            </li>
          ))}
        </ul>
      </>
    );
  }
  if (price === null) return null;
  const before = formatMoney(price, from_symbol);
  const after = formatMoney(price, to_symbol);
  return (
    <>
      <p>
        <Trans>
          {before} becomes {after}.
        </Trans>
      </p>
      <p className="mt-1 text-ink-2">
        {plural(experiences, { one: '# experience', other: '# experiences' })},{' '}
        {plural(transports, { one: '# transport service', other: '# transport services' })}
      </p>
    </>
  );
}
