import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { CircleAlert, Clock } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { formatTime } from '@/lib/format/dates';
import { Skeleton } from '@/ui/feedback/states';
import type { BookingForm } from './draft';
import { NextDates } from './NextDates';
import { departureFit, type Fit } from './people';
import type { Departure, Service } from './types';
import { useDepartures } from './use-departures';

function Seats({ departure, fit }: { departure: Departure; fit: Fit }) {
  const { available } = departure;
  if (fit === 'closed') return <Trans>Closed on this date</Trans>;
  if (fit === 'not_whole') return <Trans>Has guests on this date: it can be shared, or choose another one</Trans>;
  if (fit === 'full' && available > 0)
    return plural(available, { one: 'Only # seat left', other: 'Only # seats left' });
  if (fit === 'full') return <Trans>Sold out on this date</Trans>;
  return plural(available, { one: '# seat left', other: '# seats left' });
}

/** Transport leaves once a day: when, and the seats left on the chosen date; where there are none, the next with room. */
export function DepartureField({ service, disabled }: { service: Service; disabled: boolean }) {
  const { t } = useLingui();
  const { control, setValue } = useFormContext<BookingForm>();
  const [serviceDate, timeslotId, type] = useWatch({ control, name: ['serviceDate', 'timeslotId', 'bookingType'] });
  const { query, known, chosen, nextOpen } = useDepartures(service, serviceDate.slice(0, 7));
  const departure = chosen({ serviceDate, timeslotId });
  if (query.error) {
    return (
      <p className="err -mt-3">
        <CircleAlert aria-hidden="true" />
        <span>{query.error.message}</span>
        <button
          type="button"
          className="underline underline-offset-4"
          onClick={() => void query.refetch()}
        >{t`Try again`}</button>
      </p>
    );
  }
  if (!known) return <Skeleton className="-mt-3 h-6 w-40" />;
  const fit = departure ? departureFit(service, type, departure) : 'closed';
  return (
    <div className="-mt-3">
      <p role="status" className="nums flex items-start gap-2 text-[.9375rem]">
        <Clock aria-hidden="true" className="mt-1 size-4 flex-none text-ink-3" />
        <span>
          {departure?.startTime && <strong className="font-semibold">{formatTime(departure.startTime)}</strong>}
          {departure?.startTime && ' · '}
          <span className={fit === 'fits' ? 'text-ink-2' : 'font-semibold text-danger-text'}>
            {departure ? <Seats departure={departure} fit={fit} /> : <Trans>No departures on this date.</Trans>}
          </span>
        </span>
      </p>
      {fit !== 'fits' && (
        <NextDates
          dates={nextOpen(serviceDate, 3)}
          disabled={disabled}
          onPick={(date) => setValue('serviceDate', date)}
        />
      )}
    </div>
  );
}
