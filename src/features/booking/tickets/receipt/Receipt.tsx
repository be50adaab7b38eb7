import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { lineName } from '@/features/booking/checkout/price';
import { isVoid } from '@/features/booking/tickets/transitions';
import { formatLongDate, formatMoment, formatTime } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { HuipilBand, Logo } from '@/ui/brand';
import { cx } from '@/ui/cx';
import type { Receipt as Data } from './queries';

function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className="nums font-semibold break-words">{children}</dd>
    </div>
  );
}

function Row({ strong = false, name, children }: { strong?: boolean; name: ReactNode; children: ReactNode }) {
  return (
    // With large text on a phone, the amount gets its own line.
    <tr className={cx('flex flex-wrap justify-between', strong && 'text-lg font-bold')}>
      <th
        scope="row"
        className={cx('grow basis-40 py-1.5 pr-4 text-left wrap-anywhere', strong ? 'font-bold' : 'font-normal')}
      >
        {name}
      </th>
      <td className="nums ml-auto py-1.5 text-right whitespace-nowrap">{children}</td>
    </tr>
  );
}

/** Shows a printable receipt with the purchase, payments and refunds. */
export function Receipt({ receipt }: { receipt: Data }) {
  const { t } = useLingui();
  const issued = formatMoment(receipt.booked_at, receipt.time_zone);
  return (
    <article
      aria-labelledby="receipt"
      className="overflow-hidden rounded-xl border border-line bg-surface print:rounded-none print:border-0"
    >
      <HuipilBand small />
      <div className="p-[min(1.5rem,5vw)] sm:p-9 print:px-0">
        <div className="flex flex-wrap items-start justify-between gap-4">
          <Logo className="h-8" />
          <p className="nums text-sm text-ink-2 sm:text-right">
            <strong className="block font-semibold text-ink">{receipt.number}</strong>
            <Trans>Booked {issued}</Trans>
          </p>
        </div>
        <h1 id="receipt" tabIndex={-1} className="font-title mt-7 text-4xl">
          <Trans>Receipt</Trans>
        </h1>
        <About receipt={receipt} />
        <table className="mt-8 w-full border-t border-line">
          <caption className="sr-only">
            <Trans>Price</Trans>
          </caption>
          <tbody className="[&>tr:first-child>*]:pt-4">
            <Price receipt={receipt} />
          </tbody>
        </table>
        <h2 className="mt-8 border-t border-line pt-5 text-lg font-bold">
          <Trans>Payments</Trans>
        </h2>
        <Payments receipt={receipt} />
        <p className="mt-8 text-sm text-ink-2">
          {t`Amounts are in ${receipt.currency_code}. Dates and times are local to ${receipt.territory_name}.`}
        </p>
      </div>
    </article>
  );
}

function About({ receipt }: { receipt: Data }) {
  const { t } = useLingui();
  const time = receipt.start_time ? `, ${formatTime(receipt.start_time)}` : '';
  const people = receipt.num_people;
  return (
    <dl className="mt-5 grid gap-x-8 gap-y-4 sm:grid-cols-2">
      <Fact name={receipt.kind === 'experience' ? t`Experience` : t`Transport`}>
        <span lang={receipt.titleLanguage}>{receipt.title}</span>
      </Fact>
      <Fact name={t`Region`}>
        <span lang={receipt.territoryLanguage}>{receipt.territory_name}</span>
      </Fact>
      <Fact name={t`Date`}>
        {formatLongDate(receipt.booking_date)}
        {time}
      </Fact>
      <Fact name={t`People`}>
        {receipt.booking_type === 'private' ? t`${people} (private)` : t`${people} (shared)`}
      </Fact>
      {receipt.customer_name && (
        <Fact name={t`Booked by`}>
          {receipt.customer_name}
          <span className="block font-normal text-ink-2">{receipt.customer_email}</span>
        </Fact>
      )}
      {receipt.guide_name && <Fact name={t`Guide`}>{receipt.guide_name}</Fact>}
    </dl>
  );
}

function Price({ receipt }: { receipt: Data }) {
  const { t } = useLingui();
  const money = (amount: number) => formatMoney(amount, receipt.currency_symbol);
  const reduced = receipt.price_now < receipt.total_price;
  return (
    <>
      {receipt.lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same, and they never change their places
        <Row key={index} name={lineName(line.code, money(line.unit_price), line.quantity)}>
          {money(line.amount)}
        </Row>
      ))}
      <Row
        strong
        name={reduced || receipt.refunded_amount + receipt.on_its_way_amount > 0 ? t`Before refunds` : t`Total`}
      >
        {money(receipt.total_price)}
      </Row>
      {reduced && (
        <Row strong name={t`Price after changes`}>
          {money(receipt.price_now)}
        </Row>
      )}
      {receipt.credit_amount > 0 && (
        <Row name={t`Of this, for people or a date added later`}>{money(receipt.credit_amount)}</Row>
      )}
    </>
  );
}

function Payments({ receipt }: { receipt: Data }) {
  const { t } = useLingui();
  const money = (amount: number) => formatMoney(amount, receipt.currency_symbol);
  if (receipt.paid_amount === 0) {
    return (
      <p className="mt-2 text-ink-2">
        {isVoid(receipt.status) ? t`We haven't charged you.` : t`You haven't paid anything yet.`}
      </p>
    );
  }
  return (
    <table className="mt-2 w-full">
      <tbody>
        {receipt.entries.map((entry) => {
          const on = formatMoment(entry.at, receipt.time_zone);
          const method = entry.method === 'cash' ? t`in cash` : t`by card`;
          return (
            <Row
              key={`${entry.at} ${entry.amount}`}
              name={
                <>
                  {entry.amount < 0 ? t`Refunded ${method}` : t`Paid ${method}`}
                  {entry.unmade && (
                    <span className="block text-sm text-ink-2">
                      <Trans>For a change that didn't go through</Trans>
                    </span>
                  )}
                  <span className="block text-sm text-ink-2">{on}</span>
                </>
              }
            >
              {money(entry.amount)}
            </Row>
          );
        })}
        {receipt.on_its_way_amount > 0 && <Row name={t`Refund on its way`}>{money(-receipt.on_its_way_amount)}</Row>}
        {receipt.fee_amount > 0 && <Row name={t`Includes the cancellation fee`}>{money(receipt.fee_amount)}</Row>}
        <Row strong name={t`Total you paid`}>
          {money(receipt.paid_amount - receipt.refunded_amount - receipt.on_its_way_amount)}
        </Row>
      </tbody>
    </table>
  );
}
