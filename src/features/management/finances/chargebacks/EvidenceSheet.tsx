import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { policyText } from '@/features/catalogue/cancellation-policy';
import { templateLabel } from '@/features/management/bookings/booking/emails/labels';
import { formatLongDate, formatMoment, formatTime } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { formatPhone } from '@/lib/format/phone';
import { paths, withQuery } from '@/lib/routing/paths';
import { HuipilBand, Logo } from '@/ui/brand';
import { countryName } from '@/ui/media/Flag';
import { moneyText, reasonText, stateOf } from './labels';
import type { Evidence } from './queries';

/** Shows on paper what a bank needs to decide about a disputed payment. */
export function EvidenceSheet({ evidence }: { evidence: Evidence }) {
  const { t } = useLingui();
  const money = (amount: number) => formatMoney(amount, evidence.currency_symbol);
  const moment = (at: string) => formatMoment(at, evidence.time_zone);
  const { answer, text } = stateOf(evidence.status);
  return (
    <article
      aria-labelledby="evidence"
      className="overflow-hidden rounded-xl border border-line bg-surface print:rounded-none print:border-0"
    >
      <HuipilBand small />
      <div className="p-5 sm:p-9 print:px-0">
        <Logo className="h-8" />
        <h1 id="evidence" tabIndex={-1} className="font-title mt-7 text-4xl">
          <Trans>Evidence for a disputed payment</Trans>
        </h1>
        <Facts>
          <Fact name={t`Disputed amount`}>{money(evidence.amount)}</Fact>
          <Fact name={t`Reason`}>{reasonText(evidence.reason)}</Fact>
          <Fact name={t`State`}>{text}</Fact>
          {answer && evidence.answer_by && <Fact name={t`Answer by`}>{moment(evidence.answer_by)}</Fact>}
          <Fact name={t`Payment at Stripe`}>{evidence.payment_intent_id}</Fact>
        </Facts>
        <Part title={<Trans>What was booked</Trans>}>
          <Facts>
            <Fact name={t`Trip`}>
              <span lang={evidence.untranslated?.title}>{evidence.title}</span>
            </Fact>
            <Fact name={t`Region`}>
              <span lang={evidence.untranslated?.territory_name}>{evidence.territory_name}</span>
            </Fact>
            <Fact name={t`Date`}>
              {[formatLongDate(evidence.booking_date), evidence.start_time && formatTime(evidence.start_time)]
                .filter(Boolean)
                .join(', ')}
            </Fact>
            <Fact name={t`People`}>{evidence.num_people}</Fact>
            <Fact name={t`Booked`}>{moment(evidence.booked_at)}</Fact>
            <Fact name={t`Price`}>{money(evidence.price)}</Fact>
            <Fact name={t`Booking number`}>{evidence.booking_id}</Fact>
            <Fact name={t`Cancellation terms accepted`}>{policyText(evidence.cancellation_policy)}</Fact>
          </Facts>
        </Part>
        {evidence.others.length > 0 && (
          <Part title={<Trans>Other bookings of this payment</Trans>}>
            <ul className="mt-2 grid gap-1">
              {evidence.others.map(({ id, title, booking_date, untranslated }) => (
                <li key={id} className="wrap-anywhere">
                  <Link className="link" to={withQuery(paths.chargeback(evidence.id), { booking: id })}>
                    <span lang={untranslated?.title}>{title}</span>, {formatLongDate(booking_date)}
                  </Link>
                </li>
              ))}
            </ul>
          </Part>
        )}
        <Guest evidence={evidence} />
        <Part title={<Trans>How the trip went</Trans>}>
          <Facts>
            <Fact name={t`Arrived`}>{arrivedText(evidence)}</Fact>
            {evidence.checked_in_at && (
              <Fact name={t`Recorded`}>
                <span className="block">{moment(evidence.checked_in_at)}</span>
                {evidence.checked_in_by && <bdi className="block font-normal text-ink-2">{evidence.checked_in_by}</bdi>}
              </Fact>
            )}
            {evidence.cancelled_at && <Fact name={t`Cancelled`}>{moment(evidence.cancelled_at)}</Fact>}
          </Facts>
        </Part>
        <Part title={<Trans>Payments and refunds</Trans>} empty={evidence.money.length === 0}>
          <Rows
            rows={evidence.money.map(({ at, what, amount }) => ({
              at: moment(at),
              what: moneyText(what),
              more: money(amount),
            }))}
          />
        </Part>
        <Part title={<Trans>Emails to the guest</Trans>} empty={evidence.emails.length === 0}>
          <Rows
            rows={evidence.emails.map(({ at, template, recipient }) => ({
              at: at ? moment(at) : '',
              what: templateLabel(template) || t`Email`,
              more: recipient ?? '',
            }))}
          />
        </Part>
        <Part title={<Trans>Messages</Trans>} empty={evidence.messages.length === 0}>
          <Rows
            rows={evidence.messages.map(({ at, by_guest, name, text: message }) => ({
              at: moment(at),
              what: by_guest ? t`Guest` : (name ?? t`Deleted account`),
              more: message,
            }))}
          />
        </Part>
        <p className="mt-8 text-sm text-ink-2">{t`Dates and times are local to ${evidence.territory_name}.`}</p>
      </div>
    </article>
  );
}

function arrivedText({ arrived, num_people, no_show }: Evidence): string {
  if (no_show) return t`Marked as a no-show`;
  return arrived > 0 ? t`${arrived} of ${num_people}` : t`No one was checked in`;
}

function Guest({ evidence }: { evidence: Evidence }) {
  const { t } = useLingui();
  const { guest_name, guest_email, whatsapp_number, country, payer } = evidence;
  return (
    <Part title={<Trans>Guest</Trans>}>
      <Facts>
        <Fact name={t`Name`}>
          <bdi>{guest_name ?? t`Deleted account`}</bdi>
        </Fact>
        {guest_email && <Fact name={t`Email`}>{guest_email}</Fact>}
        {whatsapp_number && <Fact name={t`WhatsApp`}>{formatPhone(whatsapp_number)}</Fact>}
        {country && <Fact name={t`Country`}>{countryName(country)}</Fact>}
        {payer !== null && (
          <Fact name={t`Paid by`}>
            <bdi>{payer || t`Deleted account`}</bdi>
          </Fact>
        )}
      </Facts>
    </Part>
  );
}

function Part({ title, empty = false, children }: { title: ReactNode; empty?: boolean; children: ReactNode }) {
  return (
    <section className="mt-8 border-t border-line pt-4">
      <h2 className="text-lg font-bold">{title}</h2>
      {empty ? (
        <p className="mt-2 text-sm text-ink-2">
          <Trans>None</Trans>
        </p>
      ) : (
        children
      )}
    </section>
  );
}

const Facts = ({ children }: { children: ReactNode }) => (
  <dl className="mt-4 grid gap-x-8 gap-y-4 sm:grid-cols-2 print:grid-cols-2">{children}</dl>
);

const Fact = ({ name, children }: { name: ReactNode; children: ReactNode }) => (
  <div className="min-w-0 break-inside-avoid">
    <dt className="text-sm text-ink-2">{name}</dt>
    <dd className="nums font-semibold wrap-anywhere">{children}</dd>
  </div>
);

interface Row {
  at: string;
  what: string;
  more: string;
}

const Rows = ({ rows }: { rows: readonly Row[] }) => (
  <ul className="mt-2 divide-y divide-line text-sm">
    {rows.map(({ at, what, more }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a printed list never move
      <li key={index} className="grid gap-x-4 py-2 break-inside-avoid sm:grid-cols-[14rem_10rem_minmax(0,1fr)]">
        <span className="nums text-ink-2">{at}</span>
        <bdi className="font-semibold wrap-anywhere">{what}</bdi>
        <span dir="auto" className="nums whitespace-pre-wrap wrap-anywhere">
          {more}
        </span>
      </li>
    ))}
  </ul>
);
