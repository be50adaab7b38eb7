import { useLingui } from '@lingui/react/macro';
import { useLocation, useParams, useSearchParams } from 'react-router-dom';
import { type SessionView, useSession } from '@/features/account/session/session';
import { AskForCode } from '@/features/dock/check-in/AskForCode';
import { CheckInScreen } from '@/features/dock/check-in/CheckInScreen';
import { outcomeOfLink } from '@/features/dock/check-in/outcome';
import { Checking, Result } from '@/features/dock/check-in/results';
import { statementOf } from '@/features/dock/check-in/scan/ticket';
import { paths } from '@/lib/routing/paths';
import { useTitle } from '@/lib/routing/use-title';

export default function CheckInPage() {
  const { t } = useLingui();
  useTitle(t`Check-in`);
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const { hash } = useLocation();
  const code = search.get('code')?.trim() ?? '';
  const session = useSession();

  if (session.status === 'loading') return <Checking />;
  const broken = outcomeOfLink(id);
  const outcome = session.status === 'signed-out' ? 'signed_out' : broken;
  // There is no retry, because the address itself is wrong.
  const dashboard = dashboardOf(session);
  if (outcome) {
    const from = paths.checkIn(id, code);
    const onward = dashboard ? { onward: { dashboard } } : {};
    return <Result outcome={outcome} from={from} {...onward} onRetry={() => location.reload()} />;
  }
  const onward = { dashboard: dashboard ?? paths.guideDashboard };
  if (!code) return <AskForCode bookingId={id} onward={onward} />;
  return <CheckInScreen key={id + code} bookingId={id} code={code} statement={statementOf(hash)} onward={onward} />;
}

/** Returns the path of the person's work page, where they continue with the next passenger. */
function dashboardOf({ hasRole }: Pick<SessionView, 'hasRole'>): string | undefined {
  if (hasRole('shuttle_manager')) return paths.shuttleDashboard;
  if (hasRole('tour_guide')) return paths.guideDashboard;
  if (hasRole('territory_manager', 'territory_staff')) return paths.territoryBookings;
  return hasRole('shuttle_driver') ? paths.driverDashboard : undefined;
}
