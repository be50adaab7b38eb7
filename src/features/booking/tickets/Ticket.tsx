import { useLingui } from '@lingui/react/macro';
import type { CSSProperties, ReactNode } from 'react';
import { PassportRow } from '@/features/booking/passport/PassportRow';
import { formatLongDate, formatTime } from '@/lib/format/dates';
import { parseImage } from '@/lib/media/media';
import { Poster } from '@/ui/media/Poster';
import { TicketBadges } from './badges';
import { TicketChange } from './changes/TicketChange';
import { DelayLine, expectedTime } from './DelayLine';
import { priceFacts, typeLabel } from './labels';
import { PickupLine } from './PickupLine';
import type { TicketRow } from './pages';
import { RefundNote } from './RefundNote';
import { ServiceLink } from './ServiceLink';
import { type Act, TicketActions } from './TicketActions';
import { TicketConditions } from './TicketConditions';
import { TicketMinimum } from './TicketMinimum';
import { TicketStub } from './TicketStub';
import { OfferedTo } from './transfer/OfferedTo';
import { isVoid } from './transitions';
import { VehicleIcon } from './vehicle';

function Item({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? 'sm:col-span-2' : undefined}>
      <dt className="text-ink-3">{name}</dt>
      <dd className="nums font-semibold">{children}</dd>
    </div>
  );
}

function Facts({ row }: { row: TicketRow }) {
  const { t } = useLingui();
  return (
    <dl className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(min(6.5rem,100%),1fr))] gap-x-4 gap-y-3 text-sm sm:grid-cols-4">
      <Item name={t`Date`} wide>
        {formatLongDate(row.booking_date)}
      </Item>
      {row.start_time && <Item name={t`Time`}>{formatTime(row.start_time)}</Item>}
      <Item name={t`People`}>{row.num_people}</Item>
      <Item name={t`Type`} wide>
        {typeLabel(row)}
      </Item>
      {priceFacts(row).map(({ name, text }) => (
        <Item key={name} name={name} wide>
          {text}
        </Item>
      ))}
    </dl>
  );
}

type Props = {
  row: TicketRow;
  upcoming: boolean;
  onAct: (act: Act) => void;
  onChanged: () => Promise<unknown>;
};

/** Shows a booking as a ticket with its poster, facts and the stub with the code. */
export function Ticket({ row, upcoming, onAct, onChanged }: Props) {
  const { t } = useLingui();
  const title = row.service?.title ?? t`Unknown Service`;
  const headingId = `ticket-${row.id}`;
  return (
    <article className="ticket" style={{ '--stub': '20rem' } as CSSProperties} aria-labelledby={headingId}>
      <div className="ticket-body md:grid md:grid-cols-[11.5rem_minmax(0,1fr)_15rem]">
        <Poster
          picture={parseImage(row.service?.image_urls[0])}
          alt=""
          sizes="(min-width: 48rem) 12rem, 100vw"
          frame={false}
          className="h-32 md:h-full"
        />
        <div className="flex min-w-0 flex-col p-5 sm:p-6">
          <TicketBadges row={row} />
          <h3 id={headingId} className="font-title mt-3 text-2xl leading-tight break-words">
            <ServiceLink row={row} title={title} />
          </h3>
          {row.territory && (
            <p className="mt-1 flex items-center gap-1.5 text-sm text-ink-2">
              <VehicleIcon row={row} className="size-4 flex-none" />
              <span lang={row.territory.untranslated?.name}>{row.territory.name}</span>
            </p>
          )}
          <Facts row={row} />
          {upcoming && <DelayLine expected={expectedTime(row)} className="mt-3" />}
          {upcoming && <PickupLine row={row} className="mt-3" />}
          {upcoming && <TicketMinimum row={row} className="mt-3" />}
          <RefundNote row={row} />
          <OfferedTo row={row} className="mt-4" />
          <TicketChange row={row} className="mt-4" />
          <PassportRow
            bookingId={row.id}
            title={title}
            places={row.passports}
            people={row.num_people}
            removedBy={row.passport_removed_by}
            required={row.service?.passportRequired === true && !isVoid(row.status)}
            closed={row.passport_closed_at !== null && !isVoid(row.status)}
            upcoming={upcoming}
            onChanged={onChanged}
          />
          <TicketActions row={row} title={title} upcoming={upcoming} onAct={onAct} />
          {/* Alerts are at the bottom because they may load late, and must not move a button that someone is about
              to press. */}
          {upcoming && <TicketConditions row={row} className="mt-4" />}
        </div>
        <TicketStub row={row} title={title} />
      </div>
    </article>
  );
}
