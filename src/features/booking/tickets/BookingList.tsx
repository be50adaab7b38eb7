import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { minimumKey } from '@/features/booking/minimum/queries';
import { useOfferedBookings } from '@/features/booking/offers/use-offered-bookings';
import { usePages } from '@/lib/api/use-pages';
import { calendarDate } from '@/lib/format/dates';
import { useNow } from '@/lib/hooks/use-now';
import { parseImage } from '@/lib/media/media';
import { useOnline } from '@/lib/offline/use-online';
import { useLiveQuery } from '@/lib/realtime/use-live-query';
import { paths } from '@/lib/routing/paths';
import { Button, LinkButton } from '@/ui/Button';
import { OpensOnline } from '@/ui/feedback/OpensOnline';
import { RetryAlert } from '@/ui/feedback/RetryAlert';
import { StaleNotice } from '@/ui/feedback/StaleNotice';
import { EmptyState, LoadingArea, Skeleton } from '@/ui/feedback/states';
import { lazyPart } from '@/ui/loading/lazy-part';
import { tripName } from './labels';
import { NextTrip } from './NextTrip';
import { nextTrip } from './next-trips';
import { splitByDate, type TicketRow } from './pages';
import { bookingKeys, myBookingsQuery } from './queries';
import { useSignedTickets } from './signed';
import { Ticket } from './Ticket';
import type { Act } from './TicketActions';
import { TicketsInstallHint } from './TicketsInstallHint';
import { isVoid } from './transitions';
import { useDropGoneTickets, useKeptTickets } from './use-kept-tickets';

const CancelDialog = lazyPart(() => import('./cancel/CancelDialog'));
const GiveDialog = lazyPart(() => import('./transfer/GiveDialog'));
const ShareTicketsDialog = lazyPart(() => import('./passengers/ShareTicketsDialog'));
const ReviewDialog = lazyPart(() => import('@/features/catalogue/reviews/ReviewDialog'));

const EMPTY_PICTURE = {
  ...parseImage('/art/atitlan.svg'),
  src: '/art/atitlan.svg',
  color: '#708e90',
  focus: '62% 70%',
};

function Empty() {
  return (
    <EmptyState
      title={<Trans>No bookings yet</Trans>}
      picture={EMPTY_PICTURE}
      className="mx-auto max-w-lg"
      actions={
        <>
          <LinkButton variant="primary" to={paths.regions}>
            <Trans>Browse Experiences</Trans>
          </LinkButton>
          <LinkButton to={paths.transports}>
            <Trans>Find Transport</Trans>
          </LinkButton>
        </>
      }
    >
      <Trans>Your tickets will appear here as soon as you book.</Trans>
    </EmptyState>
  );
}

function Loading() {
  const { t } = useLingui();
  return (
    <LoadingArea label={t`Loading your bookings`} className="grid gap-6">
      <Skeleton className="h-72 rounded-xl!" />
      <Skeleton className="h-72 rounded-xl!" />
    </LoadingArea>
  );
}

type TicketsProps = {
  rows: TicketRow[];
  upcoming?: boolean;
  onAct: (act: Act) => void;
  onChanged: () => Promise<unknown>;
};

function Tickets({ rows, upcoming = false, ...rest }: TicketsProps) {
  return (
    <div className="grid grid-cols-1 gap-6">
      {rows.map((row) => (
        <Ticket key={row.id} row={row} upcoming={upcoming} {...rest} />
      ))}
    </div>
  );
}

function Group({ id, title, ...rest }: TicketsProps & { id: string; title: string }) {
  if (rest.rows.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-4 text-lg font-bold">
        {title}
      </h2>
      <Tickets {...rest} />
    </section>
  );
}

/** Shows ended bookings in a collapsed section. */
function Cancelled(props: TicketsProps) {
  const n = props.rows.length;
  if (n === 0) return null;
  return (
    <details className="group">
      <summary className="flex min-h-13 cursor-pointer list-none items-center justify-between gap-3 rounded-lg border border-line bg-surface px-4 py-2 font-semibold [&::-webkit-details-marker]:hidden">
        <h2>
          <Trans>Cancelled ({n})</Trans>
        </h2>
        <ChevronDown aria-hidden="true" className="size-5 flex-none transition-transform group-open:rotate-180" />
      </summary>
      <div className="mt-4">
        <Tickets {...props} />
      </div>
    </details>
  );
}

/** Returns the bookings that were live when this page first showed them, so that one that ends stays in its place. */
function useStoodHere(rows: readonly TicketRow[]): ReadonlySet<string> {
  const [stood, setStood] = useState<ReadonlySet<string>>(new Set());
  const more = rows.filter((row) => !isVoid(row.status) && !stood.has(row.id));
  if (more.length > 0) setStood(new Set([...stood, ...more.map(({ id }) => id)]));
  return stood;
}

function Dialogs({ act, userId, onChanged, onClose }: DialogsProps) {
  const { t } = useLingui();
  if (!act) return null;
  const { row } = act;
  const title = row.service?.title ?? t`Unknown Service`;
  // The date distinguishes two trips with the same name.
  const trip = tripName(row, title);
  if (act.act === 'cancel') return <CancelDialog row={row} title={trip} onClose={onClose} />;
  if (act.act === 'share') return <ShareTicketsDialog row={row} title={title} onClose={onClose} />;
  if (act.act === 'transfer') return <GiveDialog row={row} title={trip} userId={userId} onClose={onClose} />;
  return (
    <ReviewDialog
      of={row.review ? { review: row.review } : { bookingId: row.id }}
      serviceId={row.service?.id ?? null}
      title={title}
      userId={userId}
      onSaved={onChanged}
      onClose={onClose}
    />
  );
}
type DialogsProps = { act: Act | null; userId: string; onChanged: () => Promise<unknown>; onClose: () => void };

/** Lists all tickets of a guest with the next trip on top. Changes appear live. */
export function BookingList({ userId }: { userId: string }) {
  const { t } = useLingui();
  const query = usePages(myBookingsQuery(userId));
  const { loadMore, loadingMore, hasNextPage } = query;
  useLiveQuery({ [`user:${userId}`]: ['booking'] }, bookingKeys.mine(userId));
  useLiveQuery({ [`user:${userId}`]: ['booking', 'notification'] }, minimumKey);
  const online = useOnline();
  const now = useNow();
  const [act, setAct] = useState<Act | null>(null);
  const offered = useOfferedBookings(userId);
  const all = query.rows ?? [];
  const rows = useSignedTickets(all.filter(({ id }) => !offered.has(id)));
  useKeptTickets(userId, rows);
  const stood = useStoodHere(rows);
  const { next, sameDay } = nextTrip(rows, now);
  const folded = (row: TicketRow) => isVoid(row.status) && !stood.has(row.id);
  const listed = rows.filter((row) => row !== next && !folded(row));
  const { upcoming, past } = splitByDate(listed, (zone) => calendarDate(zone));

  // The list is sorted by newest date, so the next trip is the last future one and may be on a later page.
  const last = all.at(-1);
  const soonerOnes = hasNextPage && last !== undefined && last.booking_date >= calendarDate(last.territory?.time_zone);
  const loadSooner = useEffectEvent(loadMore);
  useDropGoneTickets(query.isSuccess && !soonerOnes ? all : null);
  const soonerThan = soonerOnes ? last.id : null;
  useEffect(() => {
    if (soonerThan) loadSooner();
  }, [soonerThan]);

  if (query.isPending) return <Loading />;
  const again = () => void query.refetch();
  if (!query.data && !online) {
    return (
      <OpensOnline
        action={
          <Button busy={query.isFetching} onClick={again}>
            <Trans>Try again</Trans>
          </Button>
        }
      />
    );
  }
  if (!query.data) {
    return (
      <RetryAlert retrying={query.isFetching} onRetry={again}>
        {query.error.message}
      </RetryAlert>
    );
  }
  const common = { onAct: setAct, onChanged: query.refetch };
  return (
    <div className="grid grid-cols-1 gap-10">
      <div className="-mb-4 empty:hidden">
        <StaleNotice
          failed={query.error !== null}
          updatedAt={query.dataUpdatedAt}
          busy={query.isFetching}
          onRetry={again}
          marksSaved
        />
      </div>
      {all.length === 0 && <Empty />}
      {upcoming.length + (next ? 1 : 0) > 0 && <TicketsInstallHint className="-mb-4 empty:hidden" />}
      {next && <NextTrip key={next.id} row={next} sameDay={sameDay} now={now} {...common} />}
      <Group id="upcoming" title={t`Upcoming`} rows={upcoming} upcoming {...common} />
      <Group id="past" title={t`Past`} rows={past} {...common} />
      <Cancelled rows={rows.filter(folded)} {...common} />
      {hasNextPage && (
        <Button className="justify-self-center" busy={loadingMore} onClick={loadMore}>
          <Trans>Show older bookings</Trans>
        </Button>
      )}
      <Dialogs act={act} userId={userId} onChanged={query.refetch} onClose={() => setAct(null)} />
    </div>
  );
}
