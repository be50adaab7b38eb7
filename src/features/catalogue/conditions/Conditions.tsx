import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import { cx } from '@/ui/cx';
import { ConditionAlert } from './ConditionAlert.tsx';
import { type Condition, conditionsQuery, touches } from './queries.ts';

interface Props {
  territoryId: string;
  /** Of one service; without it of the whole territory. */
  service?: { kind: ServiceKind; id: string };
  className?: string | undefined;
}

/** What is closed, delayed or open again here now; nothing where all is as always. What cannot be read keeps nobody from booking. */
export function Conditions({ territoryId, service, className }: Props) {
  const { data = [] } = useQuery(conditionsQuery([territoryId]));
  return (
    <ConditionList
      conditions={service ? data.filter((condition) => touches(condition, service.kind, service.id)) : data}
      className={className}
    />
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
