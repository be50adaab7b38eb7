import { useLingui } from '@lingui/react/macro';
import { DateRangeFilter, SelectFilter } from '@/ui/filter/filters';
import type { PERIOD_BY } from './period';
import type { Bookings } from './use-bookings';

/** Filters by two dates and, where the page's address has it, by whether they are those of trips or of payments. */
export function PeriodFilter({ state: { shown, change } }: { state: Bookings['state'] }) {
  const { t } = useLingui();
  return (
    <>
      <DateRangeFilter from={shown.from} to={shown.to} onChange={change} />
      {shown.by !== undefined && (
        <SelectFilter
          label={t`Dates of`}
          value={shown.by}
          options={[
            { value: '', label: t`Date of trip` },
            { value: 'payment', label: t`Date of payment` },
          ]}
          onChange={(by) => change({ by: by as (typeof PERIOD_BY)[number] })}
        />
      )}
    </>
  );
}
