import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { SelectFilter } from '@/ui/filter/filters';
import type { SelectOption } from '@/ui/form/options';
import { bookingChoicesQuery } from './territory/queries';
import type { Bookings } from './use-bookings';

/**
 * Keeps the chosen option in the list even if it is no longer offered, for example because it is archived or comes
 * from an old link.
 */
function withChosen(
  options: readonly SelectOption[],
  chosen: string | undefined,
  label: string,
): readonly SelectOption[] {
  if (!chosen || options.some(({ value }) => value === chosen)) return options;
  return [...options, { value: chosen, label }];
}

/** Filters by the territory's current services and guides. Older ones can be found by name. */
export function ServiceFilters({
  bookings: { territoryId, state },
}: {
  bookings: Pick<Bookings, 'territoryId' | 'state'>;
}) {
  const { t } = useLingui();
  const { shown, change } = state;
  const { data } = useQuery(bookingChoicesQuery(territoryId));
  const services = data?.services.map(({ id, title }) => ({ value: id, label: title })) ?? [];
  const guides = data?.guides.map(({ id, full_name }) => ({ value: id, label: full_name })) ?? [];
  const { service = '', guide = '' } = shown;
  return (
    <>
      <SelectFilter
        label={t`Service`}
        value={service}
        options={[{ value: '', label: t`All services` }, ...withChosen(services, service, t`Another service`)]}
        onChange={(next) => change({ service: next })}
      />
      <SelectFilter
        label={t`Guide`}
        value={guide}
        options={[{ value: '', label: t`All guides` }, ...withChosen(guides, guide, t`Another guide`)]}
        onChange={(next) => change({ guide: next })}
      />
    </>
  );
}
