import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { symbolOf, type TerritoryCurrency } from '@/features/management/bookings/money';
import { formatShortDate } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { IconButton } from '@/ui/Button';
import { cx } from '@/ui/cx';
import { Avatar } from '@/ui/media/Avatar';
import { partyLabel } from './labels';
import { PayeeLines } from './PayeeLines';
import type { Payee, PayeeLine } from './queries';
import { type Chosen, isPayable, keyOf, type Selection, toggleLine, togglePayee } from './selection';

interface Props {
  territoryId: string;
  payees: readonly Payee[];
  currency: TerritoryCurrency;
  /** The current date in the territory, such as '2026-10-14'. */
  today: string;
  selection: Selection;
  onSelect: (selection: Selection) => void;
}

/** A payee who has waited more days than this is marked. */
const LONG = 10;

/** Lists payees with amounts due, the highest first. Each opens to its bookings. */
export function ToPay({ payees, selection, onSelect, ...rest }: Props) {
  const { t } = useLingui();
  const payable = payees.filter(isPayable);
  const every = payable.length > 0 && payable.every((one) => selection.has(keyOf(one)));
  return (
    <>
      {payable.length > 0 && (
        <p className="hint border-t border-line px-4 pt-3 sm:px-5">
          <Trans>Select the people you've paid</Trans>
        </p>
      )}
      {payable.length > 1 && (
        <label className="check items-center! px-4 sm:px-5">
          <input
            type="checkbox"
            checked={every}
            onChange={() => onSelect(every ? new Map() : new Map(payable.map((one) => [keyOf(one), 'all'])))}
          />
          <span className="text-sm font-semibold">
            <Trans>Everyone</Trans>
          </span>
        </label>
      )}
      <ul aria-label={t`To pay`} className="divide-y divide-line border-t border-line">
        {payees.map((payee) => (
          <PayeeRow
            key={keyOf(payee)}
            {...rest}
            payee={payee}
            chosen={selection.get(keyOf(payee))}
            onToggle={() => onSelect(togglePayee(selection, payee))}
            onLine={(line, lines) => onSelect(toggleLine(selection, payee, line, lines))}
          />
        ))}
      </ul>
    </>
  );
}

interface RowProps extends Pick<Props, 'territoryId' | 'currency' | 'today'> {
  payee: Payee;
  chosen: Chosen | undefined;
  onToggle: () => void;
  onLine: (line: PayeeLine, lines: readonly PayeeLine[]) => void;
}

const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

function PayeeRow({ territoryId, payee, chosen, currency, today, onToggle, onLine }: RowProps) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const id = useId();
  const name = payee.name ?? t`Deleted account`;
  const money = (amount: number) => formatMoney(amount, symbolOf(payee.currency_code, currency));
  const days = payee.oldest ? daysBetween(payee.oldest, today) : 0;
  return (
    <li className={cx(chosen && 'bg-accent-soft')}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 pr-2 pl-4 sm:px-5 lg:grid lg:grid-cols-[auto_minmax(0,1fr)_7rem_8rem_9rem_auto]">
        <label className="check">
          <input
            type="checkbox"
            aria-label={name}
            checked={chosen !== undefined}
            disabled={!isPayable(payee)}
            onChange={onToggle}
          />
        </label>
        <div className="flex min-w-0 flex-1 basis-32 items-center gap-3">
          <span className="max-sm:hidden">
            <Avatar name={name} src={payee.avatar_url} size={36} />
          </span>
          <div className="min-w-0">
            <p className="font-semibold wrap-anywhere" lang={payee.untranslated?.name}>
              {name}
            </p>
            <p className="text-xs text-ink-2">{partyLabel(payee)}</p>
            {payee.own && (
              <p className="text-xs text-ink-2">
                <Trans>This is your own commission, so another manager or an admin has to pay it.</Trans>
              </p>
            )}
            {payee.held > 0 && (
              <p className="nums text-xs text-ink-2">
                <Trans>{money(payee.held)} on hold because of a refund or dispute</Trans>
              </p>
            )}
          </div>
        </div>
        <strong className="nums ml-auto text-right lg:order-3">{money(payee.due)}</strong>
        <div className="order-2 flex basis-full flex-wrap justify-between gap-x-3 pl-9 text-sm lg:contents">
          <span className="nums text-ink-2 lg:order-1 lg:text-right">
            <Plural value={payee.bookings} one="# booking" other="# bookings" />
          </span>
          <span
            className={cx(
              'nums text-right lg:order-2 lg:whitespace-nowrap',
              days > LONG ? 'font-semibold text-warn-text' : 'text-ink-2',
            )}
          >
            {payee.due > 0 ? (
              <span key="oldest">
                <Plural value={days} _0="oldest today" one="oldest # day ago" other="oldest # days ago" />
              </span>
            ) : (
              <span key="back">
                <Trans>deducted from the next payout</Trans>
              </span>
            )}
          </span>
        </div>
        <span className="order-1 lg:order-4">
          <IconButton
            small
            label={open ? t`Hide the bookings of ${name}` : t`Show the bookings of ${name}`}
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
          >
            <ChevronDown aria-hidden="true" className={cx('transition-transform', open && 'rotate-180')} />
          </IconButton>
        </span>
      </div>
      <div id={id}>
        {open && (
          <PayeeLines territoryId={territoryId} payee={payee} currency={currency} chosen={chosen} onLine={onLine} />
        )}
      </div>
    </li>
  );
}

/** Shows what guests have paid for future trips. */
export function Ahead({ payees, currency }: Pick<Props, 'payees' | 'currency'>) {
  const { t } = useLingui();
  return (
    <ul aria-label={t`Upcoming trips`} className="divide-y divide-line border-t border-line">
      {payees.map((payee) => (
        <li key={keyOf(payee)} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 sm:px-5">
          <div className="min-w-0 flex-1 basis-48">
            <p className="font-semibold wrap-anywhere" lang={payee.untranslated?.name}>
              {payee.name ?? t`Deleted account`}
            </p>
            <p className="text-xs text-ink-2">{partyLabel(payee)}</p>
          </div>
          <span className="nums text-sm text-ink-2">
            <Plural value={payee.ahead_bookings} one="# booking" other="# bookings" />
            {payee.next_trip && (
              <span>
                {', '}
                <Trans>the next on {formatShortDate(payee.next_trip)}</Trans>
              </span>
            )}
          </span>
          <strong className="nums min-w-28 text-right">
            {formatMoney(payee.ahead, symbolOf(payee.currency_code, currency))}
          </strong>
        </li>
      ))}
    </ul>
  );
}
