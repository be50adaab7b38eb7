import { Trans, useLingui } from '@lingui/react/macro';
import { useParams } from 'react-router-dom';
import { useSession } from '@/features/account/session/session';
import { WORK_ROLES } from '@/features/departures/day/queries';
import { GuestList } from '@/features/departures/guest-list/GuestList';
import { formatShortDate } from '@/lib/format/dates';
import { isUuid } from '@/lib/format/uuid';
import { paths } from '@/lib/routing/paths';
import { useTitle } from '@/lib/routing/use-title';
import { ErrorState } from '@/ui/feedback/states';
import { isDate, urlChoice, urlText, useUrlState } from '@/ui/filter/use-url-state';
import { PrintPage } from '@/ui/PrintPage';

const fields = { as: urlChoice(WORK_ROLES, 'tour_guide'), region: urlText(80) };

/** The page from which each role opens the list. */
const BACK = {
  tour_guide: paths.guideDashboard,
  shuttle_driver: paths.driverDashboard,
  shuttle_manager: paths.shuttleDashboard,
  territory_staff: paths.territoryBookings,
};

export default function GuestListPage() {
  const { t } = useLingui();
  const { slotId = '', date = '' } = useParams();
  const { profile } = useSession();
  const { as: role, region } = useUrlState(fields).shown;
  const valid = isUuid(slotId) && isDate(date);
  // Browsers suggest the title as the name of a PDF.
  const day = valid ? formatShortDate(date) : '';
  useTitle(valid ? t`Guest list, ${day}` : t`Guest list`);
  if (!profile) return null;
  const territoryId = region || profile.territory_id;
  const runs = role === 'shuttle_manager' || role === 'territory_staff';
  return (
    <PrintPage back={{ to: BACK[role], label: <Trans>Back</Trans> }} className="max-w-4xl" primary>
      {valid && (territoryId || !runs) ? (
        <GuestList
          work={{ userId: profile.id, role, day: date, ...(runs && territoryId && { territoryId }) }}
          slotId={slotId}
        />
      ) : (
        <ErrorState heading="h1" title={t`We couldn't find this departure`} />
      )}
    </PrintPage>
  );
}
