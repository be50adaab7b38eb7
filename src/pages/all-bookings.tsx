import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { MapPinned } from 'lucide-react';
import { useId } from 'react';
import { adminTerritoriesQuery } from '@/features/admin/territories/queries';
import { AllBookings } from '@/features/management/bookings/AllBookings';
import { dateAndTextFields, periodField, whenField } from '@/features/management/bookings/BookingsCard';
import { useTitle } from '@/lib/routing/use-title';
import { PageSpinner } from '@/ui/feedback/Spinner';
import { EmptyState, ErrorState } from '@/ui/feedback/states';
import { urlText, useUrlState } from '@/ui/filter/use-url-state';
import { Select } from '@/ui/form/controls';
import { PageTitle } from '@/ui/PageTitle';

const fields = { region: urlText(80), ...dateAndTextFields, ...periodField, ...whenField };

export default function AllBookingsPage() {
  const { t } = useLingui();
  const id = useId();
  useTitle(t`Admin Region Bookings`);
  const territories = useQuery(adminTerritoriesQuery());
  const state = useUrlState(fields);
  const region = territories.data?.find((one) => one.id === state.shown.region);
  return (
    <div className="page-work flex-1">
      <div className="shell pt-6 pb-20 md:pt-8">
        <div className="flex flex-wrap items-end justify-between gap-4 pb-5">
          <PageTitle>
            <Trans>Admin Region Bookings</Trans>
          </PageTitle>
          <div className="field w-full sm:w-72">
            <label className="label text-xs!" htmlFor={id}>
              <Trans>Region</Trans>
            </label>
            <Select
              id={id}
              className="input-sm"
              value={region?.id ?? ''}
              disabled={!territories.data}
              onChange={(event) => state.change({ region: event.target.value })}
              empty={t`Select a region`}
              options={(territories.data ?? []).map((one) => ({
                value: one.id,
                label: one.archived_at ? t`${one.shown.name} (archived)` : one.shown.name,
              }))}
            />
          </div>
        </div>
        {territories.error && !territories.data && (
          <ErrorState title={territories.error.message} onRetry={() => void territories.refetch()} />
        )}
        {territories.isPending && <PageSpinner />}
        {territories.data && !region && (
          <EmptyState icon={<MapPinned aria-hidden="true" className="size-6" />} title={<Trans>Select a region</Trans>}>
            <Trans>The region's bookings, totals and export appear here.</Trans>
          </EmptyState>
        )}
        {region && <AllBookings key={region.id} territory={region} state={state} />}
      </div>
    </div>
  );
}
