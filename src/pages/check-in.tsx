import { useLingui } from '@lingui/react/macro';
import { useParams, useSearchParams } from 'react-router-dom';
import { type SessionView, useSession } from '@/features/account/session/session';
import { CheckInScreen } from '@/features/booking/check-in/CheckInScreen';
import { outcomeOfLink } from '@/features/booking/check-in/outcome';
import { Checking, Result } from '@/features/booking/check-in/results';
import { paths } from '@/lib/routing/paths';
import { useTitle } from '@/lib/routing/use-title';

export default function CheckInPage() {
  const { t } = useLingui();
  useTitle(t`Check-in`);
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const code = search.get('code')?.trim() ?? '';
  const session = useSession();

  if (session.status === 'loading') return <Checking />;
  const broken = outcomeOfLink(id, code);
  const outcome = session.status === 'signed-out' ? 'signed_out' : broken;
  // Nothing to try again: what is wrong is the address.
  if (outcome) return <Result outcome={outcome} from={paths.checkIn(id, code)} onRetry={() => location.reload()} />;
  return <CheckInScreen key={id + code} bookingId={id} code={code} onward={{ dashboard: dashboardOf(session) }} />;
}

/** Where the next passenger is; who may not open the guide dashboard goes back to the own work. */
function dashboardOf({ hasRole }: Pick<SessionView, 'hasRole'>): string {
  if (hasRole('shuttle_manager')) return paths.shuttleDashboard;
  if (hasRole('tour_guide')) return paths.guideDashboard;
  if (hasRole('territory_manager', 'territory_staff')) return paths.territoryBookings;
  return hasRole('shuttle_driver') ? paths.driverDashboard : paths.guideDashboard;
}
