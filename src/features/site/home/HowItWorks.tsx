import { Trans, useLingui } from '@lingui/react/macro';
import { MapPinned, Sun, Ticket } from 'lucide-react';
import type { ReactNode } from 'react';
import { addDays, calendarDate, formatLongDate, weekdayOf } from '@/lib/format/dates';
import { WEEKDAYS } from '@/lib/format/week';
import { useBrowserValue } from '@/lib/hooks/use-browser-value';
import { Badge, StatusBadge } from '@/ui/Badge';
import { HuipilBand } from '@/ui/brand';
import ticketCode from './ticket-code.svg';

export function HowItWorks() {
  return (
    <section className="bg-canvas-2 pb-20 lg:pb-28" aria-labelledby="how">
      <div className="shell grid grid-cols-1 gap-12 lg:grid-cols-12 lg:items-center">
        <div className="lg:col-span-8">
          <h2 id="how" className="font-title text-4xl">
            <Trans>How it works</Trans>
          </h2>
          <ol className="@container mt-8 grid gap-9 md:grid-cols-3 md:gap-8">
            <Step number="1." icon={<MapPinned aria-hidden="true" />} title={<Trans>Choose a region</Trans>}>
              <Trans>Each region has a local team that knows every guide and captain.</Trans>
            </Step>
            <Step number="2." icon={<Ticket aria-hidden="true" />} title={<Trans>Book an experience</Trans>}>
              <Trans>Choose a date and time, pay by card, and get your QR ticket right away.</Trans>
            </Step>
            <Step number="3." icon={<Sun aria-hidden="true" />} title={<Trans>Enjoy your trip and review it</Trans>}>
              <Trans>Show the code at the dock. After the trip, tell other travellers how it was.</Trans>
            </Step>
          </ol>
        </div>
        <div className="lg:col-span-4 lg:pl-4">
          <SampleTicket />
        </div>
      </div>
    </section>
  );
}

function Step({
  number,
  icon,
  title,
  children,
}: {
  number: string;
  icon: ReactNode;
  title: ReactNode;
  children: ReactNode;
}) {
  return (
    <li className="relative flex gap-5 @max-[14rem]:flex-col md:flex-col">
      <span className="relative grid size-16 flex-none place-items-center [&_svg]:relative [&_svg]:size-7 [&_svg]:text-white">
        <span className="absolute inset-1.5 rotate-45 rounded-[.625rem] bg-brand" />
        {icon}
      </span>
      <div>
        <h3 className="text-xl font-bold">
          <span className="text-brand-text">{number}</span> {title}
        </h3>
        <p className="mt-1.5 max-w-72 text-ink-2">{children}</p>
      </div>
    </li>
  );
}

/** Returns the Saturday of next week, as a calendar date. */
function nextSaturday(): string {
  const today = calendarDate();
  return addDays(today, 13 - WEEKDAYS.indexOf(weekdayOf(today) || 'sunday'));
}

/**
 * Shows a sample ticket whose code leads nowhere. Its date must be in the future, so the built HTML, which is read
 * later, shows only the weekday.
 */
function SampleTicket() {
  const { t } = useLingui();
  const saturday = useBrowserValue(nextSaturday, null);
  return (
    <div
      className="mx-auto w-full max-w-80 rotate-[1.5deg] overflow-hidden rounded-xl bg-surface shadow-lg ring-1 ring-line"
      aria-hidden="true"
    >
      <HuipilBand small />
      <div className="p-5">
        <p className="text-xs font-medium text-ink-2">
          <span>{saturday ? formatLongDate(saturday) : t`Saturday, 7:00 AM`}</span>
        </p>
        <p className="font-title mt-0.5 text-2xl leading-tight">
          <Trans>Canyon by lancha to Lívingston</Trans>
        </p>
        <div className="mt-2 flex flex-wrap gap-2">
          <StatusBadge status="paid">
            <Trans context="booking">Paid</Trans>
          </StatusBadge>
          <Badge>
            <Trans>2 people</Trans>
          </Badge>
        </div>
        <div className="mt-4 rounded-md bg-white p-2 ring-1 ring-line">
          <img
            src={ticketCode}
            alt=""
            width={280}
            height={280}
            loading="lazy"
            decoding="async"
            className="block h-auto w-full"
          />
        </div>
        <p className="mt-3 text-center text-xs text-ink-2">
          <Trans>Show this code to your guide</Trans>
        </p>
      </div>
    </div>
  );
}
