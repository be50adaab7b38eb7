import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { QueuedSale } from '@/features/dock/offline/sale';
import { dayName, formatDay, formatTime } from '@/lib/format/dates';

/** Shows a sale made on this phone that wasn't sent yet, so that its guests are in no list and not on the server. */
export function SoldHere({ queued: { sale, shown } }: { queued: QueuedSale }) {
  const day = dayName(sale.service_date, shown.time_zone) || formatDay(sale.service_date);
  const people = plural(sale.num_people, { one: '# person', other: '# people' });
  return (
    <div className="[overflow-wrap:anywhere]">
      <strong className="block">
        <Trans>Sold on this phone, not sent yet</Trans>
      </strong>
      <span className="block text-sm">{shown.title}</span>
      <span className="nums block text-sm">
        {[day, shown.start_time && formatTime(shown.start_time), people].filter(Boolean).join(', ')}
      </span>
    </div>
  );
}
