import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useSession } from '@/features/account/session/session';
import { numbersHere } from '@/features/booking/tickets/arrived';
import { DepartureStateNotice } from '@/features/departures/cancelling/DepartureStateNotice';
import { useDepartureStates } from '@/features/departures/cancelling/use-departure-states';
import type { TerritoryCurrency } from '@/features/management/bookings/money';
import { CapacityForm } from '@/features/management/calendar/CapacityForm';
import { departureKeys } from '@/features/management/calendar/queries';
import { refreshQueries } from '@/lib/api/refresh-queries';
import { formatDay, formatLongDate } from '@/lib/format/dates';
import { useOnline } from '@/lib/offline/use-online';
import { LoadFailed } from '@/ui/feedback/LoadFailed';
import { StatusNotice, useStatus } from '@/ui/feedback/StatusNotice';
import { ErrorState, LoadingArea, Skeleton } from '@/ui/feedback/states';
import { Dialog } from '@/ui/overlay/Dialog';
import { StateNote } from '../DepartureButton';
import { type DepartureDetail, type DepartureRef, departureDetailQuery, weekKeys } from '../queries';
import { SeatsBar } from '../SeatsBar';
import { hourOf, takenOf } from '../week';
import { Actions } from './Actions';
import { Guests } from './Guests';
import { Leaders } from './Leaders';
import { Sums } from './Sums';

interface Props {
  territoryId: string;
  departure: DepartureRef;
  currency: TerritoryCurrency;
  onClose: () => void;
  onBooking: (id: string) => void;
}

/** Shows a departure with its seats, guides or drivers, guests, money and actions. */
export default function DepartureDrawer({ territoryId, departure: ref, currency, onClose, onBooking }: Props) {
  const { t } = useLingui();
  const query = useQuery(departureDetailQuery(territoryId, ref));
  const { data } = query;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      kind="side"
      title={data?.title ?? t`Departure`}
      description={data ? `${formatLongDate(ref.date)}, ${hourOf(data)}` : formatLongDate(ref.date)}
    >
      {data ? (
        <div className="grid gap-5 pb-2">
          {query.error && <LoadFailed query={query} />}
          <Departure
            territoryId={territoryId}
            departureRef={ref}
            departure={data}
            currency={currency}
            onBooking={onBooking}
          />
        </div>
      ) : query.error ? (
        <ErrorState title={query.error.message} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : (
        <LoadingArea label={t`Loading`} className="grid gap-4">
          <Skeleton className="h-8 w-2/3" />
          <Skeleton className="h-16" />
          <Skeleton className="h-40" />
        </LoadingArea>
      )}
    </Dialog>
  );
}

interface DepartureProps extends Pick<Props, 'territoryId' | 'currency' | 'onBooking'> {
  departureRef: DepartureRef;
  departure: DepartureDetail;
}

function Departure({ territoryId, departureRef: ref, departure, currency, onBooking }: DepartureProps) {
  const { profile } = useSession();
  const online = useOnline();
  const notice = useStatus();
  const client = useQueryClient();
  const refresh = () => refreshQueries(client, { queryKey: departureKeys.all });
  const state = useDepartureStates(weekKeys.of(territoryId), [departure.departure_id]).get(
    departure.departure_id ?? '',
  );
  return (
    <>
      <StatusNotice notice={notice.notice} />
      {state && (
        <DepartureStateNotice
          state={state}
          about={`${departure.title}, ${formatDay(ref.date)}`}
          timeZone={departure.time_zone}
          onChanged={refresh}
          className="rounded-md border border-line p-3"
        />
      )}
      <Fill kind={ref.kind} departure={departure} />
      <Leaders departureRef={ref} departure={departure} />
      <Guests departure={departure} currency={currency} onBooking={onBooking} />
      <Sums sums={departure.sums} currency={currency} />
      {!departure.past && departure.cancel_reason === null && online && (
        <CapacityForm name={ref} capacity={departure.capacity} taken={takenOf(departure)} hour={hourOf(departure)} />
      )}
      {profile && (
        <Actions
          territoryId={territoryId}
          departureRef={ref}
          departure={departure}
          userId={profile.id}
          notice={notice}
          online={online}
          onChanged={refresh}
          delay={state?.delay_minutes ?? 0}
        />
      )}
    </>
  );
}

function Fill({ kind, departure }: { kind: DepartureRef['kind']; departure: DepartureDetail }) {
  const { capacity, held } = departure;
  const taken = takenOf(departure);
  const here = departure.guests.reduce((sum, guest) => sum + numbersHere(guest).length, 0);
  return (
    <div>
      <SeatsBar departure={departure} className="my-0! h-1.5!" />
      <p className="nums mt-1.5 flex flex-wrap items-center justify-between gap-x-4 text-sm text-ink-2">
        <span>
          <Plural
            value={capacity}
            one={
              <span>
                <b className="font-semibold text-ink">{taken}</b> of # seat
              </span>
            }
            other={
              <span>
                <b className="font-semibold text-ink">{taken}</b> of # seats
              </span>
            }
          />
          {held > 0 && (
            <span>
              {' '}
              <Trans>({held} on hold while someone pays)</Trans>
            </span>
          )}
        </span>
        {here > 0 && (
          <span className="inline-flex items-center gap-1 font-semibold text-st-checked-text">
            <CircleCheck aria-hidden="true" className="size-3.5" />
            <span>
              <Trans>{here} here</Trans>
            </span>
          </span>
        )}
        <StateNote kind={kind} departure={departure} />
      </p>
    </div>
  );
}
