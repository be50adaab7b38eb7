import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import { cx } from '@/ui/cx';
import { ageOf } from './age.ts';
import { ConditionAlert } from './ConditionAlert.tsx';
import { ConditionsAge } from './ConditionsAge.tsx';
import { type Condition, conditionsQuery, touches } from './queries.ts';

interface Props {
  territoryId: string;
  /** Of one service; without it of the whole territory. */
  service?: { kind: ServiceKind; id: string };
  className?: string | undefined;
}

/**
 * What is closed, delayed or open again here now, and as of when; nothing where all is as always. What cannot be read keeps nobody from
 * booking, but does not pass for "open".
 */
export function Conditions({ territoryId, service, className }: Props) {
  const query = useQuery(conditionsQuery([territoryId]));
  const { data = [], isError, refetch } = query;
  const conditions = service ? data.filter((condition) => touches(condition, service.kind, service.id)) : data;
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
      <Trans>Whether roads and rivers are open could not be checked.</Trans>
    </p>
  );
}

export function ConditionList({
  conditions,
  className,
}: {
  conditions: readonly Condition[];
  className?: string | undefined;
}) {
  const { t } = useLingui();
  if (conditions.length === 0) return null;
  return (
    <section aria-label={t`Conditions`} className={cx('grid gap-2', className)}>
      {conditions.map((condition) => (
        <ConditionAlert key={condition.id} condition={condition} />
      ))}
    </section>
  );
}
