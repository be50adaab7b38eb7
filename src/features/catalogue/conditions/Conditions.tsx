import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import { cx } from '@/ui/cx';
import { ageOf } from './age.ts';
import ConditionList from './ConditionList.tsx';
import { ConditionsAge } from './ConditionsAge.tsx';
import { conditionsQuery, touches } from './queries.ts';

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
