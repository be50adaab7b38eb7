import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Maximize, MessageCircle } from 'lucide-react';
import { useState } from 'react';
import { PassportRow } from '@/features/booking/passport/PassportRow';
import { dayName, formatDay, formatTime } from '@/lib/format/dates';
import { paths } from '@/lib/routing/paths';
import { Button, LinkButton } from '@/ui/Button';
import { HuipilBand } from '@/ui/brand';
import { Avatar } from '@/ui/media/Avatar';
import { isPartHere } from './arrived';
import { TicketBadges } from './badges';
import { TicketChange } from './changes/TicketChange';
import { shortCode } from './code';
import { DelayLine, expectedTime } from './DelayLine';
import { GuideChat } from './GuideChat';
import { GuideNumber } from './GuideNumber';
import { Hour } from './Hour';
import { whenLabel } from './next-trips';
import { PickupLine } from './PickupLine';
import { Line, Place } from './Place';
import type { TicketRow } from './pages';
import { QrCode } from './QrCode';
import { RefundNote } from './RefundNote';
import { ServiceLink } from './ServiceLink';
import { ticketQr } from './signed';
import { type Act, TicketActions } from './TicketActions';
import { TicketConditions } from './TicketConditions';
import { TicketMinimum } from './TicketMinimum';
import { TicketScreen } from './TicketStub';
import { OfferedTo } from './transfer/OfferedTo';
import { isVoid } from './transitions';
import { VehicleIcon } from './vehicle';

type Props = {
  row: TicketRow;
  /** The other trips on the same day. */
  sameDay: TicketRow[];
  now: Date;
  onAct: (act: Act) => void;
  onChanged: () => Promise<unknown>;
};

/** Shows the next trip with its time, people, code, place and contacts. */
export function NextTrip({ row, sameDay, now, onAct, onChanged }: Props) {
  const { t } = useLingui();
  const title = row.service?.title ?? t`Unknown Service`;
  const headingId = `ticket-${row.id}`;
  return (
    <article className="ticket" aria-labelledby={headingId}>
      <div className="overflow-hidden rounded-[inherit] bg-surface">
        <HuipilBand small />
        <p className="flex flex-wrap items-center justify-between gap-x-3 bg-anil-900 px-5 py-2 text-white dark:bg-anil-700">
          <span className="flex items-center gap-2 font-bold">
            <VehicleIcon row={row} className="size-5 flex-none text-ocre-300" />
            <span>{whenLabel(row, now)}</span>
          </span>
          <span className="nums text-sm text-anil-200">{formatDay(row.booking_date)}</span>
        </p>
        <div className="md:grid md:grid-cols-[minmax(0,1fr)_20rem] md:grid-rows-[1fr_auto_auto]">
          <div className="px-5 pt-4 md:pb-5">
            <Facts row={row} />
            <DelayLine expected={expectedTime(row)} className="mt-2" />
            <PickupLine row={row} className="mt-2" />
            <h2 id={headingId} className="mt-2 text-lg leading-snug font-bold break-words md:font-title md:text-2xl">
              <ServiceLink row={row} title={title} />
            </h2>
            <div className="mt-2">
              <TicketBadges row={row} />
            </div>
            <RefundNote row={row} />
            <OfferedTo row={row} className="mt-3" />
            <TicketMinimum row={row} className="mt-3" />
            <TicketChange row={row} className="mt-3" />
          </div>
          <Code row={row} title={title} />
          <Place row={row} title={title} />
          <Guide row={row} title={title} />
        </div>
        <div className="border-t border-line px-5 pb-4">
          <PassportRow
            bookingId={row.id}
            title={title}
            places={row.passports}
            people={row.num_people}
            removedBy={row.passport_removed_by}
            required={row.service?.passportRequired === true && !isVoid(row.status)}
            closed={row.passport_closed_at !== null && !isVoid(row.status)}
            upcoming
            onChanged={onChanged}
          />
          <TicketActions row={row} title={title} upcoming inCard onAct={onAct} />
          {/* Alerts are at the bottom because they may load late, and must not move a button that someone is about
              to press. */}
          <TicketConditions row={row} className="mt-4" />
        </div>
        {sameDay.length > 0 && <SameDay rows={sameDay} now={now} />}
      </div>
    </article>
  );
}

function Facts({ row }: { row: TicketRow }) {
  const { t } = useLingui();
  const people = plural(row.num_people, { one: 'person', other: 'people' });
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-1">
      {row.start_time ? (
        <Hour time={row.start_time} className="text-[clamp(2.5rem,16vw,3.75rem)] md:text-[4.5rem]" />
      ) : (
        <p className="font-title text-3xl">{t`Any time`}</p>
      )}
      <p className="ml-auto text-right text-sm text-ink-2">
        <span className="nums block text-3xl leading-none font-extrabold text-ink">{row.num_people}</span>
        <span>{people}</span>
      </p>
    </div>
  );
}

function Code({ row, title }: { row: TicketRow; title: string }) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const { code } = row;
  const used = row.check_in_status !== 'pending' && !isPartHere(row);
  return (
    <div className="grid grid-cols-1 content-center justify-items-center gap-2 px-5 pt-3 pb-4 md:col-start-2 md:row-span-3 md:row-start-1 md:border-l-2 md:border-dashed md:border-line">
      {code ? (
        <>
          <button
            type="button"
            className="w-full max-w-60 rounded-md bg-white p-1.5 ring-1 ring-line"
            aria-label={t`Enlarge QR code of ${title}`}
            onClick={() => setOpen(true)}
          >
            <QrCode
              value={ticketQr(row, code)}
              marginSize={1}
              className={used ? 'block h-auto w-full opacity-35' : 'block h-auto w-full'}
            />
          </button>
          <p className="font-mono text-xl font-bold tracking-[.08em] select-all">{shortCode(code)}</p>
          <Button
            variant="primary"
            block
            className="whitespace-normal"
            icon={<Maximize aria-hidden="true" />}
            onClick={() => setOpen(true)}
          >
            <Trans>Enlarge ticket</Trans>
          </Button>
          {open && <TicketScreen row={row} code={code} title={title} onClose={() => setOpen(false)} />}
        </>
      ) : (
        <p className="text-sm text-ink-2">
          <Trans>No code yet</Trans>
        </p>
      )}
    </div>
  );
}

function Guide({ row, title }: { row: TicketRow; title: string }) {
  const { t } = useLingui();
  const message = (
    <div className="flex flex-wrap gap-2 max-sm:flex-auto max-sm:*:flex-auto">
      <GuideChat row={row} title={title} />
      <LinkButton
        to={paths.conversation(row.kind, row.id)}
        icon={<MessageCircle aria-hidden="true" />}
        aria-label={t`Message about ${title}`}
      >
        <Trans>Message</Trans>
      </LinkButton>
    </div>
  );
  if (!row.guide) {
    return (
      <Line>
        <p className="min-w-0 flex-[1_1_7rem] text-sm text-ink-2">
          {row.kind === 'transport' ? t`Any questions? The team will answer you here.` : t`No guide assigned yet.`}
        </p>
        {message}
      </Line>
    );
  }
  return (
    <Line>
      <Avatar name={row.guide.full_name} src={row.guide.avatar_url} size={40} />
      <p className="min-w-0 flex-[1_1_7rem] text-sm leading-snug text-ink-2 [overflow-wrap:anywhere]">
        <strong className="block text-[.9375rem] font-bold text-ink">{row.guide.full_name}</strong>
        <span>
          <Trans>Your guide</Trans>
        </span>
        <GuideNumber number={row.guideNumber} className="block min-h-6" />
      </p>
      {message}
    </Line>
  );
}

/** Links to the tickets of the other trips on that day. */
function SameDay({ rows, now }: { rows: TicketRow[]; now: Date }) {
  const { t } = useLingui();
  const [open, setOpen] = useState<string | null>(null);
  const [first] = rows;
  if (!first) return null;
  const day = formatDay(first.booking_date);
  const today = dayName(first.booking_date, first.territory?.time_zone ?? 'America/Guatemala', now) === t`Today`;
  return (
    <section aria-labelledby="same-day" className="border-t border-line bg-surface-2 px-5 py-3">
      <h3 id="same-day" className="text-sm font-bold">
        {today ? t`Also today` : t`Also on ${day}`}
      </h3>
      <ul className="divide-y divide-line">
        {rows.map((row) => {
          const title = row.service?.title ?? t`Unknown Service`;
          return (
            <li key={row.id} className="flex flex-wrap items-center gap-3 py-2">
              <div className="min-w-0 flex-1 text-sm [overflow-wrap:anywhere]">
                {row.start_time && <strong className="nums block font-bold">{formatTime(row.start_time)}</strong>}
                <span lang={row.service?.untranslated?.title}>{title}</span>
                <DelayLine expected={expectedTime(row)} />
                <PickupLine row={row} />
              </div>
              {row.code && (
                <Button size="sm" aria-label={t`Show ticket of ${title}`} onClick={() => setOpen(row.id)}>
                  <Trans>Ticket</Trans>
                </Button>
              )}
              {open === row.id && row.code && (
                <TicketScreen row={row} code={row.code} title={title} onClose={() => setOpen(null)} />
              )}
              <TicketConditions row={row} className="basis-full" />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
