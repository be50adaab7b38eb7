import { Trans, useLingui } from '@lingui/react/macro';
import { UserRound, UserRoundX } from 'lucide-react';
import { useSession } from '@/features/account/session/session';
import { assignDriverLink } from '@/features/departures/shuttle/assign-driver';
import { WHO_GUIDES } from '@/features/management/experiences/sections';
import { paths, withQuery } from '@/lib/routing/paths';
import { LinkButton } from '@/ui/Button';
import { cx } from '@/ui/cx';
import type { DepartureDetail, DepartureRef } from '../queries';

interface Props {
  departureRef: DepartureRef;
  departure: DepartureDetail;
}

/** Shows the guides or drivers, how they were assigned, and a link to change them. */
export function Leaders({ departureRef: ref, departure }: Props) {
  const { t } = useLingui();
  const { hasRole } = useSession();
  const { leaders, unled, place, past, cancel_reason } = departure;
  const cancelled = cancel_reason !== null;
  const missing = !cancelled && (unled || leaders.length === 0);
  const transport = ref.kind === 'transport';
  // A cancelled departure needs no guide or driver.
  if (cancelled && leaders.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-2.5 rounded-md bg-surface-2 p-2.5">
      <span className={cx('[&>svg]:size-5', missing ? 'text-warn-text' : 'text-ink-2')}>
        {missing ? <UserRoundX aria-hidden="true" /> : <UserRound aria-hidden="true" />}
      </span>
      <div className="min-w-0 flex-1 basis-32 text-sm">
        <span className={cx('block font-semibold wrap-anywhere', missing && 'text-warn-text')}>
          {leaders.length > 0 ? leaders.join(', ') : transport ? t`No driver` : t`No guide`}
        </span>
        {missing && leaders.length > 0 && (
          <span className="block text-2xs text-warn-text">
            <Trans>Some guests have no guide</Trans>
          </span>
        )}
        <span className="block text-2xs text-ink-2 wrap-anywhere">
          {transport ? <Trans>Driver</Trans> : <Trans>Guide</Trans>}
          {place && <span> · {place}</span>}
        </span>
      </div>
      {!past && !cancelled && (
        <LinkButton size="sm" className="min-h-11!" to={changeLink(ref, hasRole('shuttle_manager'), missing)}>
          {missing ? (
            transport ? (
              <Trans>Assign driver</Trans>
            ) : (
              <Trans>Assign guide</Trans>
            )
          ) : (
            <Trans>Change guide or driver</Trans>
          )}
        </LinkButton>
      )}
    </div>
  );
}

/**
 * Returns the link to the ranking of an experience, to the driver plan of its week, or without a driver to the form that
 * assigns one to this departure.
 */
function changeLink(
  { kind, serviceId, slotId, date }: DepartureRef,
  isShuttleManager: boolean,
  missing: boolean,
): string {
  if (kind === 'experience') return paths.editExperience(serviceId) + WHO_GUIDES;
  if (missing) return assignDriverLink(isShuttleManager, slotId, date);
  return withQuery(isShuttleManager ? paths.shuttleDashboard : paths.manageRegion, { tab: 'plan', from: date });
}
