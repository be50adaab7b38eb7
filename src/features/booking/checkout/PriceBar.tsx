import { Trans } from '@lingui/react/macro';
import { type RefObject, useEffect, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { formatShortDate, formatTime } from '@/lib/format/dates';
import { Button } from '@/ui/Button';
import { keepAtTop } from '@/ui/loading/keep-at-top';
import type { BookingForm } from './form/booking-form';
import { useDepartures } from './form/departures';
import { PriceTag } from './price';
import type { Service } from './service';
import { DepartureMoment } from './step-parts';

/** Shows the price and a link to the panel at the bottom of a phone's screen, until the panel is visible. */
export function PriceBar({ service, panel }: { service: Service; panel: RefObject<HTMLElement | null> }) {
  const [hidden, setHidden] = useState(true);
  const { control } = useFormContext<BookingForm>();
  const [serviceDate, slotId, type] = useWatch({ control, name: ['serviceDate', 'slotId', 'bookingType'] });
  const startTime = useDepartures(service, serviceDate.slice(0, 7)).chosen({ serviceDate, slotId })?.startTime;

  useEffect(() => {
    const node = panel.current;
    if (!node || !('IntersectionObserver' in globalThis)) return;
    // The bar also stays hidden once the panel is scrolled past, since only the footer is below it.
    const observer = new IntersectionObserver((entries) => {
      // The observer reports all changes since the last call, and only the latest one matters.
      const entry = entries.at(-1);
      if (entry) setHidden(entry.isIntersecting || entry.boundingClientRect.top < 0);
    });
    observer.observe(node);
    return () => observer.disconnect();
  }, [panel]);

  if (hidden) return null;
  return (
    <div className="fixed inset-x-0 bottom-0 z-20 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 bg-surface px-4 pt-3 pb-[max(.75rem,env(safe-area-inset-bottom))] shadow-bar lg:hidden">
      <div className="leading-tight">
        <PriceTag service={service} type={type} className="text-lg" />
        <p className="nums text-sm text-ink-2">
          <DepartureMoment date={formatShortDate(serviceDate)} time={startTime ? formatTime(startTime) : null} />
        </p>
      </div>
      <Button
        variant="primary"
        size="lg"
        onClick={() => {
          if (!panel.current) return;
          keepAtTop(panel.current);
          panel.current.focus({ preventScroll: true });
        }}
      >
        <Trans>Book now</Trans>
      </Button>
    </div>
  );
}
