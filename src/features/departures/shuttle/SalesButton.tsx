import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Lock, LockOpen } from 'lucide-react';
import { type Departure, workKeys } from '@/features/departures/day/queries';
import { departureTitle } from '@/features/departures/departure-name';
import { closeDeparture } from '@/features/departures/queries';
import { refreshQueries } from '@/lib/api/refresh-queries';
import { formatDay } from '@/lib/format/dates';
import { Button } from '@/ui/Button';
import type { StatusControls } from '@/ui/feedback/StatusNotice';

interface Props {
  userId: string;
  departure: Departure;
  status: StatusControls;
}

/** Shows 'Close for new bookings' or 'Open for bookings' for a transport departure. */
export function SalesButton({ userId, departure, status }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { service_id: serviceId, slot_id: slotId, service_date: date, closed } = departure;
  const about = departureTitle(departure, formatDay);
  const close = useMutation({
    mutationFn: (next: boolean) => closeDeparture({ serviceId, slotId, date, closed: next }),
    onError: (error) => status.failure(error),
    onSettled: () => refreshQueries(client, { queryKey: workKeys.all(userId) }),
  });
  return (
    <Button
      size="sm"
      variant="ghost"
      busy={close.isPending}
      icon={closed ? <LockOpen aria-hidden="true" /> : <Lock aria-hidden="true" />}
      aria-label={closed ? t`Open for bookings: ${about}` : t`Close for new bookings: ${about}`}
      onClick={() => close.mutate(!closed)}
    >
      {closed ? <Trans>Open for bookings</Trans> : <Trans>Close for new bookings</Trans>}
    </Button>
  );
}
