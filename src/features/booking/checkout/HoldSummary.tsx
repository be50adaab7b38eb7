import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { formatLongDate, formatTime } from '@/lib/format/dates';
import type { Hold } from './types';

/** What has been taken, in two lines. */
export function HoldSummary({ hold }: { hold: Hold }) {
  const { t } = useLingui();
  const people = plural(hold.numPeople, { one: '# person', other: '# people' });
  const type = hold.bookingType === 'private' ? t`Private` : t`Shared`;
  const date = formatLongDate(hold.serviceDate);
  const time = hold.startTime ? formatTime(hold.startTime) : null;
  return (
    <p className="nums text-[.9375rem]">
      <strong className="block font-semibold">
        {time ? (
          <Trans>
            {date} at {time}
          </Trans>
        ) : (
          date
        )}
      </strong>
      <span className="text-ink-2">
        {type}, {people}
      </span>
    </p>
  );
}
