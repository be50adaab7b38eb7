import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CalendarClock, CalendarDays, Wallet } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { AskedBookingProvider } from '@/features/departures/day/asked-booking';
import { workKeys } from '@/features/departures/day/queries';
import { useDayPage } from '@/features/departures/day/use-day-page';
import { ScanButton } from '@/features/dock/check-in/scan/ScanButton';
import { DockStatus } from '@/features/dock/offline/DockStatus';
import { WorkLinks } from '@/features/dock/sale/WorkLinks';
import { paths } from '@/lib/routing/paths';
import { LinkButton } from '@/ui/Button';
import { StatusNotice, useStatus } from '@/ui/feedback/StatusNotice';
import { isDate } from '@/ui/filter/use-url-state';
import { lazyPart } from '@/ui/loading/lazy-part';
import { PageTitle } from '@/ui/PageTitle';
import { Tabs, useTab } from '@/ui/Tabs';
import { GuideDepartures } from './GuideDepartures';
import { PausedNotice } from './PausedNotice';
import { slotsQuery } from './queries';
import { TimeSlots } from './TimeSlots';
import { useLinkedBooking } from './use-linked-booking';

const PushOffer = lazyPart(() => import('@/features/account/push/PushOffer'), { ahead: false });

/** Shows a guide's guests, dates and time slots. The page updates live. */
export function GuideDashboard({ userId }: { userId: string }) {
  const { t } = useLingui();
  const status = useStatus();
  const [tab, setTab] = useTab(['bookings', 'slots']);
  const [params, setParams] = useSearchParams();
  const chosen = params.get('day') ?? '';
  const { asked, notice } = useLinkedBooking(userId);
  const day = asked?.date ?? (isDate(chosen) ? chosen : '');
  useDayPage({
    userId,
    page: paths.guideDashboard,
    // Refetches when one of the guide's bookings changes, and when a notification says that a slot has another
    // guide.
    topics: { [`user:${userId}`]: ['booking', 'notification'] },
    queryKey: workKeys.all(userId),
  });
  const slots = useQuery(slotsQuery(userId));
  // A slot without an answer counts as accepted, so only the guide's own slots are counted here.
  const unanswered = slots.data?.filter((slot) => slot.response === null && slot.leads).length;
  return (
    <div className="shell pt-6 pb-20 md:pt-8">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 pb-3">
        <PageTitle>
          <Trans>Guide Dashboard</Trans>
        </PageTitle>
        <div className="flex flex-wrap items-center gap-2">
          <WorkLinks />
          <LinkButton to={paths.payouts} icon={<Wallet aria-hidden="true" />}>
            <Trans>My payouts</Trans>
          </LinkButton>
          <ScanButton className="max-lg:hidden" />
        </div>
      </div>
      <StatusNotice notice={status.notice} />
      <PausedNotice userId={userId} />
      <PushOffer userId={userId} work />
      <DockStatus userId={userId} />
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
          <AskedBookingProvider value={asked}>
            {notice}
            <GuideDepartures
              key={asked?.id}
              userId={userId}
              status={status}
              day={day}
              onDay={(next) => setParams(next ? { day: next } : {}, { replace: true, preventScrollReset: true })}
            />
          </AskedBookingProvider>
        ) : (
          <TimeSlots userId={userId} status={status} />
        )}
      </Tabs>
    </div>
  );
}
