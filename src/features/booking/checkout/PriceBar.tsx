import { Trans } from '@lingui/react/macro';
import { type RefObject, useEffect, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { formatShortDate, formatTime } from '@/lib/format/dates';
import { Button } from '@/ui/Button';
import type { BookingForm } from './draft';
import { PriceTag } from './PriceTag';
import type { Service } from './types';
import { useDepartures } from './use-departures';

/** On phones: the price at the bottom of the screen and the way to the panel, until the panel itself is there. */
export function PriceBar({ service, panel }: { service: Service; panel: RefObject<HTMLElement | null> }) {
  const [hidden, setHidden] = useState(true);
  const { control } = useFormContext<BookingForm>();
  const [serviceDate, timeslotId, type] = useWatch({ control, name: ['serviceDate', 'timeslotId', 'bookingType'] });
  const startTime = useDepartures(service, serviceDate.slice(0, 7)).chosen({ serviceDate, timeslotId })?.startTime;

  useEffect(() => {
    const node = panel.current;
    if (!node || !('IntersectionObserver' in globalThis)) return;
    // Reached or already passed: below the panel there is only the footer.
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setHidden(entry.isIntersecting || entry.boundingClientRect.top < 0);
    });
    observer.observe(node);
    return () => observer.disconnect();
  }, [panel]);

  if (hidden) return null;
  const date = formatShortDate(serviceDate);
  const time = startTime ? formatTime(startTime) : null;
  return (
    <div className="fixed inset-x-0 bottom-0 z-20 flex items-center justify-between gap-4 bg-surface px-4 pt-3 pb-[max(.75rem,env(safe-area-inset-bottom))] shadow-bar lg:hidden">
      <div className="leading-tight">
        <PriceTag service={service} type={type} className="text-lg" />
        <p className="nums text-sm text-ink-2">
          {time ? (
            <Trans>
              {date} at {time}
            </Trans>
          ) : (
            date
          )}
        </p>
      </div>
      <Button
        variant="primary"
        size="lg"
        onClick={() => {
          panel.current?.scrollIntoView({ block: 'start' });
          panel.current?.focus({ preventScroll: true });
        }}
      >
        <Trans>Book now</Trans>
      </Button>
    </div>
  );
}
