import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Clock } from 'lucide-react';
import { useState } from 'react';
import { hotels } from '@/features/departures/day/bookings';
import { type Booking, type Departure, workKeys } from '@/features/departures/day/queries';
import { isVersionConflict } from '@/lib/api/versions';
import { Button } from '@/ui/Button';
import { Fresh } from '@/ui/Fresh';
import { Alert } from '@/ui/feedback/Alert';
import { FailureAlert } from '@/ui/feedback/FailureAlert';
import { PickupTimeForm } from './PickupTimeForm';
import { byTime } from './pickup-time';
import { setPickupOrder } from './queries';

interface Props {
  userId: string;
  departure: Pick<Departure, 'service_id' | 'slot_id' | 'service_date' | 'start_time' | 'has_time'>;
  bookings: readonly Booking[];
}

/**
 * Orders the hotels for the driver, who visits them in this order on all days of the service, and sets their times.
 * Each button moves a hotel by one position. A car that leaves on request has no times.
 */
export function StopOrder({ userId, departure, bookings }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const places = hotels(bookings);
  const save = useMutation({
    mutationFn: (next: string[]) =>
      setPickupOrder(
        departure.service_id,
        next,
        places.map(({ name }) => name),
      ),
    // A refusal refetches the list too, because someone else has changed the order.
    onSettled: () => client.invalidateQueries({ queryKey: workKeys.all(userId) }),
  });
  const [said, setSaid] = useState('');
  // The list already shows a change that is being saved.
  const shown = save.isPending
    ? save.variables.flatMap((name) => places.find((one) => one.name === name) ?? [])
    : places;
  if (places.length === 0 || (places.length === 1 && !departure.has_time)) return null;
  const sorted = byTime(shown);
  const unsorted = sorted.some(({ name }, at) => name !== shown[at]?.name);
  const sort = () => {
    if (save.isPending) return;
    setSaid(t`Sorted by time`);
    save.mutate(sorted.map(({ name }) => name));
  };
  const move = (from: number, to: number) => {
    const names = shown.map(({ name }) => name);
    const [moved] = names.splice(from, 1);
    if (moved === undefined || save.isPending) return;
    names.splice(to, 0, moved);
    const place = to + 1;
    setSaid(t`${moved} is now stop ${place} of ${names.length}`);
    save.mutate(names);
  };
  return (
    <section aria-label={t`Pickup order`} className="card p-[min(1rem,5vw)]">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h4 className="text-sm font-semibold text-ink-2">
          <Trans>Pickup order</Trans>
        </h4>
        {(unsorted || save.isPending) && departure.has_time && (
          <Button
            size="sm"
            icon={<Clock aria-hidden="true" />}
            aria-disabled={!unsorted || save.isPending || undefined}
            onClick={sort}
          >
            <Trans>Sort by time</Trans>
          </Button>
        )}
      </div>
      {isVersionConflict(save.error) ? (
        <Alert tone="warn" className="mt-2">
          <Trans>Someone else changed this order, so yours wasn't saved. We've loaded it as it is now.</Trans>
        </Alert>
      ) : (
        <FailureAlert error={save.error} className="mt-2" />
      )}
      <p role="status" className="sr-only">
        <Fresh>{said}</Fresh>
      </p>
      <ol className="mt-1 divide-y divide-line">
        {shown.map(({ name, people, minutes }, at) => (
          // On a small phone or with large text, the buttons get their own line.
          <li key={name} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
            <div className="flex min-w-0 flex-1 basis-40 items-baseline gap-2">
              <span aria-hidden="true" className="nums min-w-[2ch] flex-none text-right font-bold text-ink-2">
                <Fresh>{String(at + 1)}</Fresh>
              </span>
              <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                <span className="font-semibold">{name}</span>{' '}
                <span className="text-sm text-ink-2">
                  {plural(people, { one: '# passenger', other: '# passengers' })}
                </span>
              </p>
            </div>
            {shown.length > 1 && (
              <div className="ml-auto flex gap-1">
                <button
                  type="button"
                  className="icon-btn icon-btn-line"
                  aria-label={t`Move ${name} earlier`}
                  aria-disabled={at === 0 || save.isPending || undefined}
                  onClick={() => at > 0 && move(at, at - 1)}
                >
                  <ArrowUp aria-hidden="true" />
                </button>
                <button
                  type="button"
                  className="icon-btn icon-btn-line"
                  aria-label={t`Move ${name} later`}
                  aria-disabled={at === shown.length - 1 || save.isPending || undefined}
                  onClick={() => at < shown.length - 1 && move(at, at + 1)}
                >
                  <ArrowDown aria-hidden="true" />
                </button>
              </div>
            )}
            {departure.has_time && (
              <div className="basis-full">
                <PickupTimeForm userId={userId} departure={departure} place={name} minutes={minutes} />
              </div>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
