import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useSession } from '@/features/account/session/session';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import { paths } from '@/lib/routing/paths';
import { conversationBookingQuery } from './queries';

interface Props {
  kind: ServiceKind;
  bookingId: string;
  userId: string;
}

/** To where the booking stands for the reader: among the own bookings, or at the work. */
export function BackLink({ kind, bookingId, userId }: Props) {
  const { hasRole } = useSession();
  const { data } = useQuery(conversationBookingQuery(kind, bookingId));
  if (!data || data.tourist_id === userId) return <ToBookings />;
  if (data.guide_id === userId)
    return (
      <Back to={paths.guideDashboard}>
        <Trans>Guide Dashboard</Trans>
      </Back>
    );
  if (kind === 'transport' && hasRole('shuttle_manager'))
    return (
      <Back to={paths.shuttleDashboard}>
        <Trans>Shuttle Manager Dashboard</Trans>
      </Back>
    );
  if (hasRole('territory_manager', 'territory_staff'))
    return (
      <Back to={paths.territoryBookings}>
        <Trans>Territory Bookings</Trans>
      </Back>
    );
  return <ToBookings />;
}

export function ToBookings() {
  return (
    <Back to={paths.bookings}>
      <Trans>My Bookings</Trans>
    </Back>
  );
}

function Back({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 items-center gap-1.5 self-start text-sm font-medium text-ink-2 hover:text-ink"
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      {children}
    </Link>
  );
}
