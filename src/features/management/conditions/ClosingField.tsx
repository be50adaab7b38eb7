import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { CancelPreview, cancelCount } from '@/features/departures/cancelling/CancelPreview';
import type { Preview } from '@/features/departures/cancelling/queries';
import { formatDay, formatTime } from '@/lib/format/dates';
import { Checkbox } from '@/ui/form/controls';
import type { AppForm } from '@/ui/form/use-form';
import { MAX_CANCELLED } from './queries';
import type { ConditionValues } from './schema';

interface Props {
  form: AppForm<ConditionValues>;
  /** Null until the affected services and the end are known. */
  query: UseQueryResult<Preview> | null;
}

/**
 * Asks whether a closed road also cancels the departures until its end. This is off by default, because the road
 * may open sooner and refunded money can't be charged again.
 */
export function ClosingField({ form, query }: Props) {
  const { t } = useLingui();
  const { ends_at, cancel } = form.values;
  const until = [formatDay(ends_at.slice(0, 10)), formatTime(ends_at.slice(11))].join(', ');
  return (
    <div className="grid gap-3">
      <Checkbox
        label={ends_at === '' ? t`Cancel departures until then` : t`Cancel departures until ${until}`}
        {...form.register('cancel')}
      />
      {cancel ? (
        <>
          {query ? <CancelPreview query={query} /> : <NotKnownYet />}
          {query && cancelCount(query.data) >= MAX_CANCELLED && <OnlyTheFirst />}
          <p key="cancelled" className="text-sm text-ink-2">
            <span>
              <Trans>
                These guests choose another day or a refund, see your message there, and don't get a second email about
                the alert.
              </Trans>
            </span>
          </p>
        </>
      ) : (
        <p key="kept" className="text-sm text-ink-2">
          <span>
            <Trans>
              Otherwise, all bookings stay as they are: guests are told that you'll decide, and that they can change or
              cancel under the usual rules. You can also cancel departures later.
            </Trans>
          </span>
        </p>
      )}
    </div>
  );
}

const NotKnownYet = () => (
  <p className="rounded-md bg-surface-2 p-4 text-ink-2">
    <span>
      <Trans>First choose what it affects and when it ends. You'll then see what this will do.</Trans>
    </span>
  </p>
);

const OnlyTheFirst = () => (
  <p className="text-sm">
    {plural(MAX_CANCELLED, {
      one: 'At most # departure at a time: the first one. Cancel the rest with “Cancel departures” next to the travel alert.',
      other:
        'At most # departures at a time: the first ones. Cancel the rest with “Cancel departures” next to the travel alert.',
    })}
  </p>
);
