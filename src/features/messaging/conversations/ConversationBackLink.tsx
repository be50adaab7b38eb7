import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSession } from '@/features/account/session/session';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import { paths } from '@/lib/routing/paths';
import { BackLink } from '@/ui/BackLink';
import { conversationBookingQuery } from './queries';

interface Props {
  kind: ServiceKind;
  bookingId: string;
  userId: string;
}

/** Links to the reader's view of the booking, which is in My Bookings or on the work page. */
export function ConversationBackLink({ kind, bookingId, userId }: Props) {
  const { hasRole } = useSession();
  const { data } = useQuery(conversationBookingQuery(bookingId));
  // Until the booking has loaded, people who work here get a link to their work page.
  if (!data && hasRole('tour_guide')) return <ToGuideDashboard />;
  if (!data && hasRole('territory_manager', 'territory_staff')) return <ToTerritoryBookings />;
  if (!data || data.tourist_id === userId) return <ToBookings />;
  if (data.guide_id === userId) return <ToGuideDashboard />;
  if (kind === 'transport' && hasRole('shuttle_manager'))
    return (
      <Back to={paths.shuttleDashboard}>
        <Trans>Shuttle Manager Dashboard</Trans>
      </Back>
    );
  if (hasRole('territory_manager', 'territory_staff')) return <ToTerritoryBookings />;
  return <ToBookings />;
}

const ToGuideDashboard = () => (
  <Back to={paths.guideDashboard}>
    <Trans>Guide Dashboard</Trans>
  </Back>
);

const ToTerritoryBookings = () => (
  <Back to={paths.territoryBookings}>
    <Trans>Territory Bookings</Trans>
  </Back>
);

export function ToBookings() {
  return (
    <Back to={paths.bookings}>
      <Trans>My Bookings</Trans>
    </Back>
  );
}

const Back = (props: { to: string; children: ReactNode }) => <BackLink className="self-start" {...props} />;
