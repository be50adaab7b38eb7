import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { announcedFrom, conditionTitle } from '@/features/catalogue/conditions/labels';
import { formatMoment } from '@/lib/format/dates';
import { listFormat } from '@/lib/i18n/intl';
import { Button } from '@/ui/Button';
import { toast } from '@/ui/feedback/toast';
import { bookingChoicesQuery } from '../bookings/territory/queries';
import { AffectedDepartures } from './AffectedDepartures';
import type { ManagedCondition } from './queries';
import { conditionValues } from './schema';

const conjunction = listFormat({ type: 'conjunction' });

interface Props {
  territoryId: string;
  condition: ManagedCondition;
  timeZone: string;
  /** Opens the question whether to cancel the affected departures. */
  onStop: () => Promise<void>;
  onEdit: () => void;
  onEnd: () => void;
}

/** Shows a travel alert in the desk's list, with its text, end and affected services. */
export function ConditionRow({ territoryId, condition, timeZone, onStop, onEdit, onEnd }: Props) {
  const { i18n } = useLingui();
  const { subject, state, text, language, ends_at, changed_at, poster } = condition;
  const until = formatMoment(ends_at, timeZone);
  const from = announcedFrom(condition, timeZone);
  const asking = useMutation({ mutationFn: onStop, onError: toast.failure });
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-semibold">{i18n._(conditionTitle(subject, state))}</p>
        <p className="wrap-anywhere" lang={language}>
          {text}
        </p>
        <p className="mt-1 text-sm text-ink-2">
          <span>{[poster?.full_name, formatMoment(changed_at, timeZone)].filter(Boolean).join(', ')}</span>
          {' · '}
          {from ? (
            <span key="from">
              <Trans>
                From {from} until {until}
              </Trans>
            </span>
          ) : (
            <span>
              <Trans>Until {until}</Trans>
            </span>
          )}
        </p>
        <Touched territoryId={territoryId} condition={condition} />
        {state !== 'open' && (
          <AffectedDepartures territoryId={territoryId} scope={conditionValues(condition, timeZone)} className="mt-1" />
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {state === 'closed' && (
          <Button size="sm" busy={asking.isPending} onClick={() => asking.mutate()}>
            <Trans>Cancel departures</Trans>
          </Button>
        )}
        <Button size="sm" onClick={onEdit}>
          <Trans>Edit</Trans>
        </Button>
        <Button size="sm" variant="ghost" onClick={onEnd}>
          <Trans>End travel alert now</Trans>
        </Button>
      </div>
    </div>
  );
}

/** Names the affected services. Shows nothing while their names load. */
function Touched({ territoryId, condition: { touches_all, services } }: Pick<Props, 'territoryId' | 'condition'>) {
  const { t } = useLingui();
  const query = useQuery({ ...bookingChoicesQuery(territoryId), enabled: !touches_all });
  const ids = new Set(services.map(({ service_id }) => service_id));
  const names = query.data?.services.filter(({ id }) => ids.has(id)).map(({ title }) => title) ?? [];
  if (!touches_all && names.length === 0) return null;
  const what = touches_all ? t`all services of the region` : conjunction().format(names);
  return (
    <p className="text-sm wrap-anywhere text-ink-2">
      <Trans>Affects: {what}</Trans>
    </p>
  );
}
