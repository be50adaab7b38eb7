import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { formatLongDate, formatLongDayAt, formatShortDate, formatTime } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { HuipilBand, Logo } from '@/ui/brand';
import { Alert } from '@/ui/feedback/Alert';
import { Skeleton } from '@/ui/feedback/states';
import type { PayoutLine, Statement } from './queries';

interface Props {
  statement: Statement;
  /** Undefined while the lines load. */
  lines: readonly PayoutLine[] | undefined;
}

/** Shows a printable statement with payee, amount, date, reference and bookings. */
export function StatementSheet({ statement, lines }: Props) {
  const { t } = useLingui();
  const issued = formatLongDayAt(statement.created_at, statement.time_zone);
  return (
    <article
      aria-labelledby="statement"
      className="overflow-hidden rounded-xl border border-line bg-surface print:rounded-none print:border-0"
    >
      <HuipilBand small />
      <div className="p-5 sm:p-9 print:px-0">
        <div className="flex flex-wrap items-start justify-between gap-4">
          <Logo className="h-8" />
          <p className="nums text-sm text-ink-2 sm:text-right">
            <strong className="block font-semibold text-ink">{statement.number}</strong>
            <Trans>Recorded {issued}</Trans>
          </p>
        </div>
        <h1 id="statement" tabIndex={-1} className="font-title mt-7 text-4xl">
          {statement.reverses ? <Trans>Payout reversed</Trans> : <Trans>Payout statement</Trans>}
        </h1>
        <Reversal statement={statement} />
        <About statement={statement} />
        {lines ? <Lines statement={statement} lines={lines} /> : <Skeleton className="mt-8 h-64" />}
        <p className="mt-8 text-sm text-ink-2">
          {t`Amounts in ${statement.currency_code}. Dates and times are local to ${statement.territory_name}.`}
        </p>
      </div>
    </article>
  );
}

/** Links to the reversal or the reversed payout, with the reason. */
function Reversal({ statement }: Pick<Props, 'statement'>) {
  const { standing, reverses, reason, reversal_reason, reversed_at, time_zone } = statement;
  const day = reversed_at && formatLongDayAt(reversed_at, time_zone);
  return (
    <div className="mt-5 empty:hidden">
      {reverses && (
        <Alert key="entry" tone="warn">
          <Trans>This entry reverses a payout: {reason}</Trans>
        </Alert>
      )}
      {day && standing === 0 && (
        <Alert key="whole" tone="warn">
          <Trans>
            Reversed on {day}: {reversal_reason}
          </Trans>
        </Alert>
      )}
      {day && standing !== 0 && (
        <Alert key="part" tone="warn">
          <Trans>
            Partly reversed on {day}: {reversal_reason}
          </Trans>
        </Alert>
      )}
    </div>
  );
}

function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className="nums font-semibold break-words">{children}</dd>
    </div>
  );
}

function About({ statement }: Pick<Props, 'statement'>) {
  const { t } = useLingui();
  const { payee_name, territory_name, untranslated, paid_on, reference, created_by_name, first_trip, last_trip } =
    statement;
  return (
    <dl className="mt-5 grid gap-x-8 gap-y-4 sm:grid-cols-2">
      <Fact name={t`Paid to`}>
        <span lang={untranslated?.payee_name}>{payee_name ?? t`Deleted account`}</span>
      </Fact>
      <Fact name={t`Paid by`}>
        <span lang={untranslated?.territory_name}>{territory_name}</span>
        {created_by_name && <span className="block font-normal text-ink-2">{created_by_name}</span>}
      </Fact>
      <Fact name={t`Paid on`}>{formatLongDate(paid_on)}</Fact>
      <Fact name={t`Reference`}>{reference}</Fact>
      <Fact name={t`Booking dates`}>
        {first_trip === last_trip
          ? formatShortDate(first_trip)
          : `${formatShortDate(first_trip)} – ${formatShortDate(last_trip)}`}
      </Fact>
    </dl>
  );
}

const cell = 'py-2 align-top';

function Lines({ statement, lines }: { statement: Statement; lines: readonly PayoutLine[] }) {
  const money = (amount: number) => formatMoney(amount, statement.currency_symbol);
  return (
    <table className="mt-8 w-full border-t border-line text-sm">
      <caption className="pt-4 pb-1 text-left text-lg font-bold">
        <Plural value={statement.lines} one="# booking" other="# bookings" />
      </caption>
      <thead>
        <tr className="text-left text-xs text-ink-2">
          <th className={`${cell} pr-3`}>
            <Trans>Date</Trans>
          </th>
          <th className={cell}>
            <Trans>Service</Trans>
          </th>
          <th className={`${cell} px-3 text-right max-sm:hidden print:table-cell`}>
            <Trans>People</Trans>
          </th>
          <th className={`${cell} px-3 text-right max-sm:hidden print:table-cell`}>
            <Trans>Sold</Trans>
          </th>
          <th className={`${cell} text-right`}>
            <Trans>Amount</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id} className="border-t border-line break-inside-avoid">
            <td className={`${cell} nums pr-3 whitespace-nowrap text-ink-2`}>
              <span>{formatShortDate(line.booking_date)}</span>
              {line.start_time && <span className="block text-xs">{formatTime(line.start_time)}</span>}
            </td>
            <td className={`${cell} wrap-anywhere`}>
              <span lang={line.untranslated?.title}>{line.title}</span>
              <span className="nums block text-xs text-ink-2 sm:hidden print:hidden">
                <Plural value={line.num_people} one="# person" other="# people" />
                {', '}
                <Trans>sold for {money(line.sold)}</Trans>
              </span>
              {line.amount < 0 && !statement.reverses && (
                <span className="block text-xs text-ink-2">
                  <Trans>Refunded after the payout</Trans>
                </span>
              )}
            </td>
            <td className={`${cell} nums px-3 text-right max-sm:hidden print:table-cell`}>{line.num_people}</td>
            <td className={`${cell} nums px-3 text-right max-sm:hidden print:table-cell`}>{money(line.sold)}</td>
            <td className={`${cell} nums text-right font-semibold whitespace-nowrap`}>{money(line.amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="border-t-2 border-line-strong text-lg font-bold">
          <th scope="row" colSpan={2} className="py-3 text-left">
            <Trans>Total</Trans>
          </th>
          <td colSpan={3} className="nums py-3 text-right">
            {money(statement.amount)}
          </td>
        </tr>
      </tfoot>
    </table>
  );
}
