import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useSession } from '@/features/account/session/session';
import { passengerName } from '@/features/booking/guest-name';
import { isPartHere } from '@/features/booking/tickets/arrived';
import { DelayLine } from '@/features/booking/tickets/DelayLine';
import { partyText } from '@/features/booking/tickets/party-text';
import { CancelledBadge } from '@/features/departures/cancelling/CancelledBadge';
import type { DepartureState } from '@/features/departures/cancelling/queries';
import { useDepartureStates } from '@/features/departures/cancelling/use-departure-states';
import { byHotel, byName, companions } from '@/features/departures/day/bookings';
import {
  type Booking,
  type Departure,
  departureQuery,
  passengersQuery,
  type Work,
  workKeys,
} from '@/features/departures/day/queries';
import { assignDriverLink } from '@/features/departures/shuttle/assign-driver';
import { formatLongDate, formatMoment, formatTime, formatTimeOn } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { formatPhone } from '@/lib/format/phone';
import { usePersistedQueries } from '@/lib/offline/use-persisted-queries';
import { LIVE_WAIT_MS, useLiveQuery } from '@/lib/realtime/use-live-query';
import { StaleNotice } from '@/ui/feedback/StaleNotice';
import { EmptyState, ErrorState, LoadingArea, Skeleton } from '@/ui/feedback/states';

interface Props {
  /** Whose departure it is, with the departure's day. */
  work: Work & { day: string };
  slotId: string;
}

/** Shows the printed list of a departure's guests, with a box to tick for each person and a line to sign. */
export function GuestList({ work, slotId }: Props) {
  const { t } = useLingui();
  const { userId, territoryId, role, day: date } = work;
  useLiveQuery(
    {
      [territoryId ? `territory:${territoryId}` : `user:${userId}`]: [
        'booking',
        'schedule',
        'departure',
        'notification',
      ],
    },
    workKeys.all(userId),
    LIVE_WAIT_MS,
  );
  usePersistedQueries(userId, null);
  const departure = useQuery(departureQuery(work, slotId));
  const bookings = useQuery({
    ...passengersQuery(
      userId,
      { kind: departure.data?.kind ?? 'experience', slot_id: slotId, service_date: date },
      role === 'territory_staff',
    ),
    enabled: Boolean(departure.data),
  });
  const id = departure.data?.departure_id ?? null;
  const state = useDepartureStates(workKeys.departure(work, slotId), [id]).get(id ?? '');
  const failed = departure.error ? departure : bookings.error ? bookings : null;
  if (failed?.error && !(departure.data && bookings.data)) {
    return (
      <ErrorState
        heading="h1"
        title={failed.error.message}
        onRetry={() => void failed.refetch()}
        retrying={failed.isFetching}
      />
    );
  }
  if (departure.data === null) {
    return <EmptyState heading="h1" title={<Trans>This departure has no bookings.</Trans>} />;
  }
  if (!departure.data || !bookings.data) {
    return (
      <LoadingArea label={t`Loading the guest list`}>
        <Skeleton className="h-[40rem] rounded-xl!" />
      </LoadingArea>
    );
  }
  const readAt = Math.min(departure.dataUpdatedAt, bookings.dataUpdatedAt);
  return (
    <>
      <div className="mb-4 empty:hidden print:hidden">
        <StaleNotice
          failed={failed !== null}
          updatedAt={readAt}
          timeZone={departure.data.time_zone}
          busy={departure.isFetching || bookings.isFetching}
          onRetry={() => {
            void departure.refetch();
            void bookings.refetch();
          }}
        />
      </div>
      <p className="mb-3 text-sm text-ink-2 print:hidden">
        <Trans>To save a PDF, print and choose "Save as PDF" as the printer.</Trans>
      </p>
      <Sheet
        departure={departure.data}
        state={state}
        bookings={(departure.data.kind === 'experience' ? byName : byHotel)(bookings.data)}
        readAt={readAt}
        canAssign={role === 'shuttle_manager' || role === 'territory_staff'}
      />
    </>
  );
}

interface HeadProps {
  /** True if the reader assigns drivers. */
  canAssign: boolean;
  departure: Departure;
  state: DepartureState | undefined;
  readAt: number;
}

function Sheet({ bookings, ...head }: HeadProps & { bookings: readonly Booking[] }) {
  const { t } = useLingui();
  return (
    <article className="card p-5 max-sm:[overflow-wrap:anywhere] sm:p-8 print:border-0 print:p-0 print:shadow-none">
      <Head {...head} />
      <section aria-label={t`Guests`} className="mt-5">
        <table className="w-full text-left text-sm sm:[&_td]:border-t sm:[&_td]:border-line-strong sm:[&_td]:py-2 [&_td]:pr-3 [&_td]:align-top [&_th]:pr-3 [&_th]:pb-2">
          {/* A phone is narrower than paper, so there each booking is a block with one value per line. */}
          <thead className="max-sm:sr-only">
            <tr>
              {[t`Checked in`, t`Guest`, t`Hotel`, t`Phone`, t`Seats`, t`Payment`].map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bookings.map((booking) => (
              <Row key={booking.id} booking={booking} date={head.departure.service_date} />
            ))}
          </tbody>
        </table>
      </section>
      <div className="mt-16 grid break-inside-avoid grid-cols-[repeat(auto-fit,minmax(min(7rem,100%),1fr))] gap-10 text-sm text-ink-2 [&>p]:border-t [&>p]:border-line-strong [&>p]:pt-1.5">
        <p>
          <Trans>Signature</Trans>
        </p>
        <p>
          <Trans>Date and time</Trans>
        </p>
      </div>
    </article>
  );
}

function Head({ departure, state, readAt, canAssign }: HeadProps) {
  const { t } = useLingui();
  const { arrived, people, to_collect, currency_symbol, unpaid } = departure;
  const amount = formatMoney(to_collect, currency_symbol);
  const { hasRole } = useSession();
  const cancelled = state?.status === 'cancelled';
  return (
    <>
      <h1 tabIndex={-1} lang={departure.untranslated?.title} className="font-title text-2xl">
        {departure.title}
      </h1>
      <p className="mt-1 font-semibold">
        {formatLongDate(departure.service_date)}
        {departure.has_time && <span>{`, ${formatTime(departure.start_time)}`}</span>}
      </p>
      {!cancelled && <DelayLine expected={state?.expected_time} className="mt-1" />}
      {cancelled && (
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
          <CancelledBadge reason={state.reason} />
        </p>
      )}
      <dl className="mt-3 grid gap-x-8 gap-y-1 text-sm sm:grid-cols-2 print:grid-cols-2 [&_dd]:inline [&_dt]:inline [&_dt]:text-ink-2">
        <Line label={departure.kind === 'experience' ? <Trans>Meeting point:</Trans> : <Trans>Pickup:</Trans>}>
          <span lang={departure.untranslated?.place}>{departure.place}</span>
        </Line>
        <Line label={<Trans>Guests:</Trans>}>
          <span className="nums">{t`${arrived} of ${people} here`}</span>
        </Line>
        {(to_collect > 0 || unpaid > 0) && (
          <Line label={<Trans>To collect:</Trans>}>
            <strong className="nums">
              {to_collect > 0 ? amount : plural(unpaid, { one: '# payment pending', other: '# payments pending' })}
            </strong>
          </Line>
        )}
        {/* A cancelled departure needs no driver. */}
        {departure.kind === 'transport' && (departure.drivers.length > 0 || !cancelled) && (
          <Line label={<Trans>Drivers:</Trans>}>
            {departure.drivers.length > 0 ? (
              <span key="first">{departure.drivers.join(', ')}</span>
            ) : !canAssign ? (
              <span key="none">
                <Trans>No driver assigned</Trans>
              </span>
            ) : (
              <Link
                className="font-semibold text-warn-text underline underline-offset-4 print:text-ink print:no-underline"
                to={assignDriverLink(hasRole('shuttle_manager'), departure.slot_id, departure.service_date)}
              >
                <Trans>No driver assigned</Trans>
              </Link>
            )}
          </Line>
        )}
        <Line label={<Trans>Updated:</Trans>}>{formatMoment(new Date(readAt).toISOString(), departure.time_zone)}</Line>
      </dl>
    </>
  );
}

function Line({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt> <dd>{children}</dd>
    </div>
  );
}

/** One box for each person of the party, to tick on paper. */
function Boxes({ people }: { people: number }) {
  const { t } = useLingui();
  return (
    <span role="img" aria-label={t`Not yet`} className="flex max-w-24 flex-wrap gap-1">
      {Array.from({ length: people }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the boxes are alike
        <span key={at} className="block size-4 border border-line-strong" />
      ))}
    </span>
  );
}

function Row({ booking, date }: { booking: Booking; date: string }) {
  const { t } = useLingui();
  const pickup = booking.pickup_at && formatTimeOn(booking.pickup_at, date);
  const others = companions(booking);
  const named = booking.passengers.filter(({ name }) => name?.trim()).length;
  // A booking without names is listed under its booker, who counts as one person.
  const more = booking.num_people - Math.max(named, 1);
  return (
    <tr className="break-inside-avoid max-sm:grid max-sm:grid-cols-[min(2.5rem,14vw)_minmax(0,1fr)] max-sm:gap-y-0.5 max-sm:border-t max-sm:border-line-strong max-sm:py-2.5 max-sm:[&>td:nth-child(n+3)]:col-start-2 max-sm:[&>td:first-child]:row-span-5">
      <td>
        {isPartHere(booking) ? (
          <span key="part" className="nums">
            {partyText(booking)}
          </span>
        ) : booking.check_in_status === 'checked_in' ? (
          <span key="first">
            <Trans>Yes</Trans>
          </span>
        ) : booking.check_in_status === 'no_show' ? (
          <span key="second">
            <Trans>No Show</Trans>
          </span>
        ) : (
          <Boxes people={booking.num_people} />
        )}
      </td>
      <td className="[overflow-wrap:anywhere] sm:min-w-36">
        <strong className="font-semibold">
          <bdi>{passengerName(booking.full_name, booking.walk_in)}</bdi>
        </strong>
        <span className="block text-ink-2 empty:hidden">
          {others.map((name, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same name, and their order is the booking's
            <Fragment key={at}>
              {at > 0 && <span>{', '}</span>}
              <bdi>{name}</bdi>
            </Fragment>
          ))}
          {more > 0 && <span>{` ${plural(more, { one: 'and # more', other: 'and # more' })}`}</span>}
        </span>
      </td>
      <td className="sm:min-w-36 [overflow-wrap:anywhere]">
        <bdi>{booking.hotel_name}</bdi>
        {pickup && <span className="nums block">{t`Pickup at ${pickup}`}</span>}
      </td>
      <td className="nums sm:whitespace-nowrap">{formatPhone(booking.whatsapp_number)}</td>
      <td className="nums">
        {/* Without the column's heading, a number alone would be unclear. */}
        <span className="sm:hidden">{plural(booking.num_people, { one: '# seat', other: '# seats' })}</span>
        <span className="max-sm:hidden">{booking.num_people}</span>
      </td>
      <td>
        {booking.payment_status === 'completed' ? (
          <span key="first">
            <Trans>Paid</Trans>
          </span>
        ) : booking.payment_method === 'card' ? (
          <span key="authorised">
            <Trans>Paying by card, not charged yet</Trans>
          </span>
        ) : (
          <span key="pending">
            <Trans>Payment pending</Trans>
            {booking.to_pay !== null && (
              <span className="nums block">{formatMoney(booking.to_pay, booking.currency_symbol)}</span>
            )}
          </span>
        )}
      </td>
    </tr>
  );
}
