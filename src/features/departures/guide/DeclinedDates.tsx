import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CalendarX, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { workKeys } from '@/features/departures/day/queries';
import { formatDay, formatTime } from '@/lib/format/dates';
import { Button } from '@/ui/Button';
import type { StatusControls } from '@/ui/feedback/StatusNotice';
import { lazyPart } from '@/ui/loading/lazy-part';
import { declineDate, type Slot } from './queries';

const DateDialog = lazyPart(() => import('./DateDialog'));

interface Props {
  userId: string;
  slot: Slot;
  status: StatusControls;
}

/** Lists single dates that the guide has declined and can accept again. The weekly answer doesn't change. */
export function DeclinedDates({ userId, slot, status }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const refresh = () => client.invalidateQueries({ queryKey: workKeys.all(userId) });
  const again = useMutation({
    mutationFn: (date: string) => declineDate(slot.slot_id, date, false),
    onSuccess: async () => {
      await refresh();
      status.success(t`You're leading this date again`);
    },
    onError: (error) => status.failure(error),
  });
  const what = `${slot.title}, ${formatTime(slot.start_time)}`;
  return (
    <div className="flex w-full flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      {slot.declined_dates.length > 0 && (
        <ul aria-label={t`Declined dates of ${what}`} className="flex flex-wrap gap-x-4 gap-y-2">
          {slot.declined_dates.map((date) => {
            const day = formatDay(date);
            return (
              <li key={date} className="flex flex-wrap items-center gap-2">
                <span className="nums">
                  <Trans>Declined: {day}</Trans>
                </span>
                <Button
                  size="sm"
                  icon={<Undo2 aria-hidden="true" />}
                  busy={again.isPending && again.variables === date}
                  aria-label={t`Accept date again: ${day}, ${what}`}
                  onClick={() => again.mutate(date)}
                >
                  <Trans>Accept date again</Trans>
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      {slot.response !== 'declined' && (
        <Button
          size="sm"
          variant="ghost"
          className="-ml-3"
          icon={<CalendarX aria-hidden="true" />}
          aria-label={t`Decline a date: ${what}`}
          onClick={() => setAsking(true)}
        >
          <Trans>Decline a date</Trans>
        </Button>
      )}
      {asking && (
        <DateDialog
          userId={userId}
          slot={slot}
          onClose={() => setAsking(false)}
          onDone={async () => {
            setAsking(false);
            await refresh();
            status.success(t`Date declined`);
          }}
        />
      )}
    </div>
  );
}
