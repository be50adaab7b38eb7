import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CalendarClock, CalendarDays } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { ScanButton } from '@/features/booking/check-in/scan/ScanButton';
import { DIALOGS } from '@/features/departures/dialogs';
import { usePrefetch } from '@/lib/hooks/use-prefetch';
import { usePersistedQueries } from '@/lib/offline/use-persisted-queries';
import { useLiveQuery } from '@/lib/realtime/use-live-query';
import { paths } from '@/lib/routing/paths';
import { StatusNotice, useStatus } from '@/ui/feedback/StatusNotice';
import { isDate } from '@/ui/filter/use-url-state';
import { Tabs, useTab } from '@/ui/Tabs';
import { GuideDepartures } from './GuideDepartures';
import { guideKeys, slotsQuery } from './queries';
import { TimeSlots } from './TimeSlots';

/** A burst of bookings is read once: the signal is weak where this page is used. */
const LIVE_WAIT_MS = 400;

/** A guide's work: who comes, when, and which times the guide takes. Changes show without a reload. */
export function GuideDashboard({ userId }: { userId: string }) {
  const { t } = useLingui();
  const status = useStatus();
  const [tab, setTab] = useTab(['bookings', 'slots']);
  const [params, setParams] = useSearchParams();
  const chosen = params.get('day') ?? '';
  const day = isDate(chosen) ? chosen : '';
  // A booking of the guide's own; and a notification says that a slot has changed hands.
  useLiveQuery({ [`user:${userId}`]: ['booking', 'notification'] }, guideKeys.all(userId), LIVE_WAIT_MS);
  usePrefetch(DIALOGS);
  usePersistedQueries(userId, paths.guideDashboard);
  const slots = useQuery(slotsQuery(userId));
  const unanswered = slots.data?.filter((slot) => slot.response === null).length;
  return (
    <div className="shell pt-6 pb-20 md:pt-8">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 pb-3">
        <h1 tabIndex={-1} className="font-title text-3xl">
          <Trans>Guide Dashboard</Trans>
        </h1>
        <ScanButton className="w-full sm:w-auto" />
      </div>
      <StatusNotice notice={status.notice} />
      <Tabs
        label={t`Guide Dashboard`}
        items={[
          { name: 'bookings', label: t`Upcoming Bookings`, icon: <CalendarDays aria-hidden="true" /> },
          { name: 'slots', label: t`Time Slots`, icon: <CalendarClock aria-hidden="true" />, count: unanswered },
        ]}
        now={tab}
        onChange={setTab}
      >
        {tab === 'bookings' ? (
          <GuideDepartures
            userId={userId}
            status={status}
            day={day}
            onDay={(next) => setParams(next ? { day: next } : {}, { replace: true, preventScrollReset: true })}
          />
        ) : (
          <TimeSlots userId={userId} status={status} />
        )}
      </Tabs>
    </div>
  );
}
