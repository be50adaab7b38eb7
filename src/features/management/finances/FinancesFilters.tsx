import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { BookingFilterBar } from '@/features/management/bookings/BookingsCard';
import type { Bookings } from '@/features/management/bookings/use-bookings';
import { everyMemberQuery } from '@/features/management/team/queries';
import { SelectFilter } from '@/ui/filter/filters';
import { servicesQuery } from './queries';

/** Period, words, status, service and guide: what they leave is what every figure and row of the page is about. */
export function FinancesFilters({ territoryId, bookings }: { territoryId: string; bookings: Bookings }) {
  const { t } = useLingui();
  const { data: services } = useQuery(servicesQuery(territoryId));
  const { data: guides } = useQuery(everyMemberQuery(territoryId, 'tour_guide'));
  const { shown, change } = bookings.state;
  return (
    <div className="card pt-4">
      <BookingFilterBar
        bookings={bookings}
        filterLabel={t`Filter transactions`}
        placeholder={t`Title, tourist or hotel`}
      >
        <SelectFilter
          label={t`Service`}
          value={shown.service ?? ''}
          options={[
            { value: '', label: t`All services` },
            ...(services ?? []).map(({ id, title }) => ({ value: id, label: title })),
          ]}
          onChange={(service) => change({ service })}
        />
        <SelectFilter
          label={t`Guide`}
          value={shown.guide ?? ''}
          options={[
            { value: '', label: t`All guides` },
            ...(guides ?? []).map(({ id, full_name, email }) => ({ value: id, label: full_name || email })),
          ]}
          onChange={(guide) => change({ guide })}
        />
      </BookingFilterBar>
    </div>
  );
}
