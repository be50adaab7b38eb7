import { CalendarX2 } from 'lucide-react';
import { deadlineText, policyText } from '@/features/catalogue/cancellation-policy';
import type { BookingForm } from './draft';
import type { Hold, Service } from './types';
import { useDepartures } from './use-departures';

function Line({ children }: { children: string }) {
  return (
    <p className="nums flex items-start gap-2 text-sm text-ink-2">
      <CalendarX2 aria-hidden="true" className="mt-0.5 size-4 flex-none" />
      <span>{children}</span>
    </p>
  );
}

/** Until when the chosen departure can be cancelled, or the policy as long as none is chosen. */
export function CancellationLine({ service, form }: { service: Service; form: BookingForm }) {
  const departure = useDepartures(service, form.serviceDate.slice(0, 7)).chosen(form);
  return (
    <Line>
      {departure
        ? deadlineText(service.cancellationPolicy, { ...departure, timeZone: service.timeZone })
        : policyText(service.cancellationPolicy)}
    </Line>
  );
}

/** The same for seats that are held: the policy that they were held with. */
export function HoldCancellation({ hold, timeZone }: { hold: Hold; timeZone: string }) {
  return (
    <Line>
      {deadlineText(hold.cancellationPolicy, { date: hold.serviceDate, startTime: hold.startTime, timeZone })}
    </Line>
  );
}
