import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowLeft, Printer } from 'lucide-react';
import { Link, useParams } from 'react-router-dom';
import { useSession } from '@/features/account/session/session';
import { Manifest } from '@/features/departures/shuttle/Manifest';
import { isUuid } from '@/lib/format/uuid';
import { usePrintTheme } from '@/lib/hooks/use-print-theme';
import { paths } from '@/lib/routing/paths';
import { useTitle } from '@/lib/routing/use-title';
import { Button } from '@/ui/Button';
import { ErrorState } from '@/ui/feedback/states';
import { isDate } from '@/ui/filter/use-url-state';

export default function ManifestPage() {
  const { t } = useLingui();
  const { transportId = '', date = '' } = useParams();
  const { profile } = useSession();
  useTitle(t`Manifest`);
  usePrintTheme();
  if (!profile) return null;
  const { id, territory_id: territoryId } = profile;
  return (
    <div className="page-work min-h-dvh flex-1 print:bg-white">
      <div className="mx-auto max-w-4xl px-4 pt-4 pb-16 print:max-w-none print:p-0">
        <div className="mb-4 flex items-center justify-between gap-4 print:hidden">
          <Link
            to={paths.shuttleDashboard}
            className="inline-flex min-h-11 items-center gap-1.5 text-sm font-medium text-ink-2 hover:text-ink"
          >
            <ArrowLeft aria-hidden="true" className="size-4" />
            <Trans>Upcoming Bookings</Trans>
          </Link>
          <Button variant="primary" icon={<Printer aria-hidden="true" />} onClick={() => print()}>
            <Trans>Print</Trans>
          </Button>
        </div>
        {territoryId && isUuid(transportId) && isDate(date) ? (
          <Manifest userId={id} territoryId={territoryId} transportId={transportId} date={date} />
        ) : (
          <ErrorState heading="h1" title={t`This departure could not be found`} />
        )}
      </div>
    </div>
  );
}
