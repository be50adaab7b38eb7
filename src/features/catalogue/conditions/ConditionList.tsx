import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { cx } from '@/ui/cx';
import { ConditionAlert } from './ConditionAlert.tsx';
import { byGravity } from './labels.ts';
import type { Condition } from './queries.ts';

/** A larger number would hide the page's content. */
const SHOWN = 2;

const Alerts = ({ conditions }: { conditions: readonly Condition[] }) =>
  conditions.map((condition) => <ConditionAlert key={condition.id} condition={condition} />);

/** Sorts the alerts by seriousness, then current before upcoming. All but the first are collapsed. */
export default function ConditionList({
  conditions,
  className,
}: {
  conditions: readonly Condition[];
  className?: string | undefined;
}) {
  const { t } = useLingui();
  const count = conditions.length;
  if (count === 0) return null;
  const sorted = byGravity(conditions);
  const rest = sorted.slice(SHOWN);
  return (
    <section aria-label={t`Travel alerts`} className={cx('grid grid-cols-[minmax(0,1fr)] gap-2', className)}>
      <Alerts conditions={sorted.slice(0, SHOWN)} />
      {rest.length > 0 && (
        <details className="group">
          <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 rounded-md border border-line bg-surface px-3 py-1.5 text-sm font-semibold [&::-webkit-details-marker]:hidden">
            <Trans>All travel alerts ({count})</Trans>
            <ChevronDown aria-hidden="true" className="size-5 flex-none transition-transform group-open:rotate-180" />
          </summary>
          <div className="mt-2 grid gap-2">
            <Alerts conditions={rest} />
          </div>
        </details>
      )}
    </section>
  );
}
