import { Trans } from '@lingui/react/macro';
import { formatShortDate } from '@/lib/format/dates';
import { Button } from '@/ui/Button';

/** Dates to go to where the chosen one has no room. */
export function NextDates({
  dates,
  disabled,
  onPick,
}: {
  dates: string[];
  disabled: boolean;
  onPick: (date: string) => void;
}) {
  if (dates.length === 0) return null;
  return (
    <div className="mt-1 flex flex-wrap items-center gap-2">
      <span className="hint">
        <Trans>Next with room:</Trans>
      </span>
      {dates.map((date) => (
        <Button key={date} size="sm" disabled={disabled} onClick={() => onPick(date)}>
          {formatShortDate(date)}
        </Button>
      ))}
    </div>
  );
}
