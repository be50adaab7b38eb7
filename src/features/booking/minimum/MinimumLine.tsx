import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useNow } from '@/lib/hooks/use-now';
import { cx } from '@/ui/cx';
import { Fresh } from '@/ui/Fresh';
import { type Minimum, minimumText, type RefundTo } from './minimum';
import { type BookedDeparture, minimumQuery } from './queries';

interface Look {
  timeZone: string;
  refundTo?: RefundTo;
  className?: string | undefined;
}

/**
 * Shows '4 of 6 guests; decided today at 6:00 PM, …'. Shows nothing for a departure without a minimum, or while it
 * is loading.
 */
export function MinimumLine({ departure, ...look }: Look & { departure: BookedDeparture }) {
  const { data } = useQuery(minimumQuery(departure));
  return <MinimumStatus minimum={data} {...look} />;
}

/** Shows the same line for data that the caller has loaded. */
export function MinimumStatus({
  minimum,
  timeZone,
  refundTo = 'holder',
  className,
}: Look & { minimum: Minimum | null | undefined }) {
  const now = useNow();
  const text = minimum && minimumText(minimum, timeZone, refundTo, now);
  if (!text) return null;
  return (
    <p className={cx('nums flex items-start gap-2 text-sm text-ink-2', className)} role="status">
      <Users aria-hidden="true" className="mt-0.5 size-4 flex-none" />
      <Fresh>{text}</Fresh>
    </p>
  );
}
