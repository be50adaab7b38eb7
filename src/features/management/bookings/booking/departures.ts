import { plural, t } from '@lingui/core/macro';
import { whenOf } from '@/features/booking/offers/labels';
import { byMoment } from '@/features/booking/offers/order';
import type { Choice, Quote } from '@/features/booking/tickets/changes/queries';
import { formatLongDate } from '@/lib/format/dates';
import type { SelectOption } from '@/ui/form/options';
import { departureKey } from './change-schema';

type Departure = NonNullable<Quote['departures']>[number];

/** Returns the departures that a booking may move to and those without enough seats, by day. */
export function departureOptions(
  choices: readonly Choice[],
  departures: readonly Departure[],
  people: number,
): SelectOption[] {
  const left = new Map(departures.map((one) => [departureKey(one), one.left]));
  const possible = new Set(choices.map(departureKey));
  const full = departures.filter((one) => one.left < people && !possible.has(departureKey(one)));
  return [...choices, ...full].toSorted(byMoment).map((one) => ({
    value: departureKey(one),
    label: [whenOf(one), seatsText(left.get(departureKey(one)))].filter(Boolean).join(', '),
    group: formatLongDate(one.service_date),
    disabled: !possible.has(departureKey(one)),
  }));
}

function seatsText(left: number | undefined): string | null {
  if (left === undefined) return null;
  return left === 0 ? t`full` : plural(left, { one: '# seat left', other: '# seats left' });
}
