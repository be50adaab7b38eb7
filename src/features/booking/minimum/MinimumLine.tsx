import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { calendarDate, formatHour, formatMoment } from '@/lib/format/dates';
import { useNow } from '@/lib/hooks/use-now';
import { cx } from '@/ui/cx';
import { Fresh } from '@/ui/Fresh';
import { type BookedDeparture, minimumQuery } from './queries';

interface Props {
  departure: BookedDeparture;
  timeZone: string;
  /** Of a booking: to whom its money goes back, where it is decided that it does not take place. To a card that is only authorised nothing does. */
  refundTo?: 'holder' | 'payer' | 'card' | 'nobody';
  className?: string | undefined;
}

/** '4 of 6 guests; decided today at 6:00 PM, else your money back', where there is any. Nothing for a departure that runs with any number, or whose number is unknown. */
export function MinimumLine({ departure, timeZone, refundTo = 'holder', className }: Props) {
  const { t } = useLingui();
  const { data } = useQuery(minimumQuery(departure));
  const now = useNow();
  if (!data || data.min_to_run === null) return null;
  const { status, sold, min_to_run: minimum, decides_at: at } = data;
  const waits = status === 'scheduled' && at !== null;
  if (!waits && status !== 'confirmed') return null;
  const isToday = at !== null && calendarDate(timeZone, 0, new Date(at)) === calendarDate(timeZone, 0, now);
  const when = at && (isToday ? formatHour(at, timeZone) : formatMoment(at, timeZone));
  const otherwise = {
    holder: t`else your money back`,
    payer: t`else the money goes back to who paid`,
    card: t`else the card is not charged`,
    nobody: t`else there is nothing to pay`,
  }[refundTo];
  const text = !waits
    ? sold >= minimum
      ? t`It takes place: enough guests have booked.`
      : t`It takes place.`
    : isToday
      ? t`${sold} of ${minimum} guests; decided today at ${when}, ${otherwise}`
      : t`${sold} of ${minimum} guests; decided on ${when}, ${otherwise}`;
  return (
    <p className={cx('nums flex items-start gap-2 text-sm text-ink-2', className)} role="status">
      <Users aria-hidden="true" className="mt-0.5 size-4 flex-none" />
      <Fresh>{text}</Fresh>
    </p>
  );
}
