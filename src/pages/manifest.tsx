import { Trans, useLingui } from '@lingui/react/macro';
import { useParams } from 'react-router-dom';
import { useSession } from '@/features/account/session/session';
import { Manifest } from '@/features/departures/shuttle/Manifest';
import { isUuid } from '@/lib/format/uuid';
import { paths } from '@/lib/routing/paths';
import { useTitle } from '@/lib/routing/use-title';
import { ErrorState } from '@/ui/feedback/states';
import { isDate } from '@/ui/filter/use-url-state';
import { PrintPage } from '@/ui/PrintPage';

export default function ManifestPage() {
  const { t } = useLingui();
  const { slotId = '', date = '' } = useParams();
  const { profile } = useSession();
  useTitle(t`Manifest`);
  if (!profile) return null;
  const { id, territory_id: territoryId } = profile;
  return (
    <PrintPage
      back={{ to: paths.shuttleDashboard, label: <Trans>Upcoming Bookings</Trans> }}
      className="max-w-4xl"
      primary
    >
      {territoryId && isUuid(slotId) && isDate(date) ? (
        <Manifest userId={id} territoryId={territoryId} slotId={slotId} date={date} />
      ) : (
        <ErrorState heading="h1" title={t`We couldn't find this departure`} />
      )}
    </PrintPage>
  );
}
