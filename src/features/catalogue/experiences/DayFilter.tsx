import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { TripFields } from '@/features/catalogue/service/TripFields';
import type { Trip } from '@/features/catalogue/service/trip';
import { Button } from '@/ui/Button';

/**
 * Asks for a date and a number of people, so that the list shows what can still be booked. Collapsed into one line
 * at first.
 */
export function DayFilter({ trip }: { trip: Trip }) {
  const { t } = useLingui();
  const [open, setOpen] = useState(trip.date !== null);
  const [, setParams] = useSearchParams();
  const ask = (date: string | null, people: string | null) =>
    setParams(
      (before) => {
        for (const [name, value] of [
          ['date', date],
          ['people', people],
        ] as const) {
          if (value) before.set(name, value);
          else before.delete(name);
        }
        return before;
      },
      { preventScrollReset: true },
    );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    ask(String(fields.get('date') ?? ''), String(fields.get('people') ?? ''));
  };
  if (!open) {
    return (
      <Button variant="link" size="sm" className="mt-1" onClick={() => setOpen(true)}>
        <Trans>When would you like to go?</Trans>
      </Button>
    );
  }
  return (
    <search aria-label={t`Check availability`}>
      <form
        key={`${trip.date} ${trip.people}`}
        onSubmit={submit}
        className="mt-3 grid grid-cols-2 items-end gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto_auto]"
      >
        <TripFields trip={trip} />
        <Button type="submit" className="min-h-12!">
          <Trans>Show</Trans>
        </Button>
        {trip.date !== null && (
          <Button variant="ghost" className="min-h-12!" onClick={() => ask(null, null)}>
            <Trans>Any day</Trans>
          </Button>
        )}
      </form>
    </search>
  );
}
