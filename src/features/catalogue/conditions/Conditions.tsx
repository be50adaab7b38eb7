import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import { cx } from '@/ui/cx';
import { ageOf } from './age.ts';
import { ConditionAlert } from './ConditionAlert.tsx';
import { ConditionsAge } from './ConditionsAge.tsx';
import { byGravity } from './labels.ts';
import { type Condition, conditionsQuery, touches } from './queries.ts';

interface Props {
  territoryId: string;
  /** Limits the alerts to one service. The default is the whole territory. */
  service?: { kind: ServiceKind; id: string };
  className?: string | undefined;
}

/**
 * Shows current travel alerts and when they were read. Shows nothing if there are none. If they can't be read,
 * booking stays possible, but the page doesn't claim that everything is open.
 */
export function Conditions({ territoryId, service, className }: Props) {
  const query = useQuery(conditionsQuery([territoryId]));
  const { data = [], isError, refetch } = query;
  const conditions = service ? data.filter((condition) => touches(condition, service.id)) : data;
  const age = ageOf(query);
  if (conditions.length === 0) return isError && <Unknown className={className} />;
  return (
    <div className={className}>
      <ConditionList conditions={conditions} />
      {age && (
        <ConditionsAge
          age={age}
          timeZone={conditions[0]?.territory?.time_zone}
          onRetry={() => void refetch()}
          className="mt-1.5"
        />
      )}
    </div>
  );
}

function Unknown({ className }: { className: string | undefined }) {
  return (
    <p className={cx('text-sm text-ink-2', className)}>
      <Trans>We couldn't check whether roads and rivers are open.</Trans>
    </p>
  );
}

/** A larger number would hide the page's content. */
const SHOWN = 2;

const Alerts = ({ conditions }: { conditions: readonly Condition[] }) =>
  conditions.map((condition) => <ConditionAlert key={condition.id} condition={condition} />);

/** Sorts the alerts by seriousness, then current before upcoming. All but the first are collapsed. */
export function ConditionList({
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
