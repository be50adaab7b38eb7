import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { formatLongDate, formatReadAt } from '@/lib/format/dates';
import { HuipilBand, Logo } from '@/ui/brand';
import { isTicketUsed } from '../arrived';
import { shortCode, spellCode } from '../code';
import { DelayLine, expectedTime } from '../DelayLine';
import { GuideNumber } from '../GuideNumber';
import { Hour } from '../Hour';
import { priceFacts, typeLabel } from '../labels';
import { PickupLine } from '../PickupLine';
import type { TicketRow } from '../pages';
import { QrCode } from '../QrCode';
import { ticketQr } from '../signed';
import { TicketConditions } from '../TicketConditions';
import { TicketMinimum } from '../TicketMinimum';
import { isVoid } from '../transitions';
import { UsedNote } from '../UsedNote';

interface Props {
  row: TicketRow;
  /** When the ticket was read, in milliseconds. */
  readAt: number;
}

/** Shows a ticket to print on A4 or Letter in black ink, with everything needed at the dock. */
export function TicketSheet({ row, readAt }: Props) {
  const { t } = useLingui();
  const people = plural(row.num_people, { one: '# person', other: '# people' });
  const zone = row.territory?.time_zone;
  const asOf = formatReadAt(readAt, zone);
  return (
    <article
      aria-labelledby="ticket"
      className="overflow-hidden rounded-xl border border-line bg-surface print:rounded-none print:border-0"
    >
      <HuipilBand small className="print:hidden" />
      <div className="p-5 sm:p-9 print:p-0">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <Logo className="h-8" />
          <p className="nums text-sm text-ink-2">
            <Trans>As of {asOf}</Trans>
          </p>
        </div>
        <h1
          id="ticket"
          tabIndex={-1}
          lang={row.service?.untranslated?.title}
          className="font-title mt-6 text-3xl leading-tight [overflow-wrap:anywhere] print:mt-4 print:text-2xl"
        >
          {row.service?.title ?? t`Unknown Service`}
        </h1>
        <div className="mt-4 grid gap-x-8 gap-y-6 sm:grid-cols-[minmax(0,1fr)_16rem] print:grid-cols-[minmax(0,1fr)_16rem]">
          <div className="min-w-0">
            <p className="nums text-lg font-semibold">{formatLongDate(row.booking_date)}</p>
            {row.start_time ? (
              <Hour time={row.start_time} className="mt-1 text-5xl" />
            ) : (
              <p className="font-title mt-1 text-3xl">{t`Any time`}</p>
            )}
            <DelayLine expected={expectedTime(row)} className="mt-2" />
            <PickupLine row={row} className="mt-2" />
            <dl className="mt-4 grid gap-3">
              <Fact name={t`People`}>
                {people}
                <span className="block font-normal">{typeLabel(row)}</span>
              </Fact>
              <MeetingPlace row={row} />
              {row.guide && (
                <Fact name={t`Guide`}>
                  {row.guide.full_name}
                  <GuideNumber number={row.guideNumber} className="block font-normal" />
                </Fact>
              )}
              {priceFacts(row).map(({ name, text }) => (
                <Fact key={name} name={name}>
                  {text}
                </Fact>
              ))}
            </dl>
          </div>
          <Code row={row} />
        </div>
        <TicketConditions row={row} className="mt-6" />
        <TicketMinimum row={row} className="mt-3" />
      </div>
    </article>
  );
}

function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className="nums font-semibold [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

function MeetingPlace({ row: { kind, service, territory } }: { row: TicketRow }) {
  const { t } = useLingui();
  const region = territory && <span lang={territory.untranslated?.name}>{territory.name}</span>;
  return (
    <>
      {service?.place && (
        <Fact name={kind === 'experience' ? t`Meeting point` : t`Pickup location`}>
          <span lang={service.placeLanguage}>{service.place}</span>
          {service.directions && (
            <span className="block font-normal" lang={service.directionsLanguage}>
              {service.directions}
            </span>
          )}
        </Fact>
      )}
      {region && <Fact name={t`Region`}>{region}</Fact>}
    </>
  );
}

function Code({ row }: { row: TicketRow }) {
  const { code } = row;
  const isOver = isTicketUsed(row);
  return (
    <div className="grid content-start justify-items-center gap-1.5 text-center">
      {code && !isVoid(row.status) && (
        <>
          <div className="w-full max-w-64 rounded-md bg-white p-1.5 ring-1 ring-line print:p-0 print:ring-0">
            <QrCode
              value={ticketQr(row, code)}
              marginSize={1}
              className={isOver ? 'block h-auto w-full opacity-35' : 'block h-auto w-full'}
            />
          </div>
          <p className="font-mono text-2xl font-bold tracking-[.08em] select-all">{shortCode(code)}</p>
          <p className="text-sm text-ink-2">{spellCode(code)}</p>
        </>
      )}
      <p className="text-sm font-semibold">
        {isOver ? (
          <span key="over">
            <UsedNote row={row} />
          </span>
        ) : (
          <span>{code ? <Trans>Show this code to check in</Trans> : <Trans>No code yet</Trans>}</span>
        )}
      </p>
    </div>
  );
}
