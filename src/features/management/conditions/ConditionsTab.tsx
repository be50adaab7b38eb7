import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CloudSun, Plus } from 'lucide-react';
import { useState } from 'react';
import { conditionKeys } from '@/features/catalogue/conditions/queries';
import type { Done } from '@/features/departures/cancelling/CancelDepartureDialog';
import { useUndoLeft } from '@/features/departures/cancelling/use-undo-left';
import type { DepartureName } from '@/features/departures/departure-name';
import { paths } from '@/lib/routing/paths';
import { useOpenParam } from '@/lib/routing/use-open-param';
import { Button, LinkButton } from '@/ui/Button';
import { Card, CardHeader } from '@/ui/Card';
import { LoadFailed, QueryFailed } from '@/ui/feedback/LoadFailed';
import { StatusNotice, useStatus } from '@/ui/feedback/StatusNotice';
import { EmptyState, LoadingArea, Skeleton } from '@/ui/feedback/states';
import { lazyPart } from '@/ui/loading/lazy-part';
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog';
import { useBackCloses } from '@/ui/overlay/use-back-closes';
import { departureKeys } from '../departures/queries';
import { managedTerritoryQuery } from '../queries';
import { ConditionForm } from './ConditionForm';
import { ConditionRow } from './ConditionRow';
import { endCondition, type ManagedCondition, managedConditionsQuery, touchedDepartures } from './queries';
import { conditionValues } from './schema';

const CancelDepartureDialog = lazyPart(() => import('@/features/departures/cancelling/CancelDepartureDialog'));

/** Lets a territory's team post, change and end its travel alerts. */
export default function ConditionsTab({ territoryId }: { territoryId: string }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const query = useQuery(managedConditionsQuery(territoryId));
  const timeZone = useQuery(managedTerritoryQuery(territoryId)).data?.time_zone;
  const status = useStatus();
  const [editing, setEditing] = useOpenParam('edit', (id) => id, String);
  useBackCloses(editing !== null, () => setEditing(null));
  const [stopping, setStopping] = useState<Stopping | null>(null);
  const [ending, setEnding] = useState<ManagedCondition | null>(null);
  const [done, setDone] = useState<Done | null>(null);
  const [round, setRound] = useState(0);
  const departuresChanged = () => client.invalidateQueries({ queryKey: departureKeys.all });
  const undo = useUndoLeft(departuresChanged);
  const drawForm = (condition: ManagedCondition | null) =>
    timeZone && (
      <ConditionForm
        key={`${condition?.id ?? 'new'}-${round}`}
        territoryId={territoryId}
        timeZone={timeZone}
        condition={condition}
        onClose={() => setEditing(null)}
        onSaved={(cancelled) => {
          status.success(t`Travel alert saved`);
          setDone(cancelled);
        }}
        onReload={() => void query.refetch().then(() => setRound(round + 1))}
      />
    );
  return (
    <section aria-label={t`Travel alerts`}>
      <StatusNotice notice={status.notice} />
      {undo.notice}
      {query.error && query.data && <LoadFailed query={query} className="mb-4" />}
      <Card className="card-clip">
        <CardHeader title={t`Travel alerts`} count={query.data?.length}>
          <div className="flex flex-wrap items-center gap-1">
            <LinkButton size="sm" variant="ghost" className="max-sm:-ml-3" to={paths.territoryConditions(territoryId)}>
              <Trans>View as guest</Trans>
            </LinkButton>
            {editing !== 'new' && (
              <Button size="sm" icon={<Plus aria-hidden="true" />} onClick={() => setEditing('new')}>
                <Trans>Post a travel alert</Trans>
              </Button>
            )}
          </div>
        </CardHeader>
        {editing === 'new' && drawForm(null)}
        {query.data && timeZone ? (
          <ul>
            {query.data.map((condition) => (
              <li key={condition.id} className="border-t border-line">
                {editing === condition.id ? (
                  drawForm(condition)
                ) : (
                  <ConditionRow
                    territoryId={territoryId}
                    condition={condition}
                    timeZone={timeZone}
                    onStop={async () => {
                      const departures = await touchedDepartures(territoryId, conditionValues(condition, timeZone));
                      if (departures.length > 0) setStopping({ condition, departures });
                      else status.success(t`No departures are affected while it lasts`);
                    }}
                    onEdit={() => setEditing(condition.id)}
                    onEnd={() => setEnding(condition)}
                  />
                )}
              </li>
            ))}
          </ul>
        ) : query.error ? (
          <QueryFailed query={query} className="rounded-none! border-0! border-t!" />
        ) : (
          <LoadingArea label={t`Loading travel alerts`} className="grid gap-3 border-t border-line p-5">
            <Skeleton className="h-5 w-2/5" />
            <Skeleton className="h-5 w-1/3" />
          </LoadingArea>
        )}
        {query.data?.length === 0 && editing !== 'new' && (
          <EmptyState
            className="rounded-none! border-0! border-t!"
            icon={<CloudSun aria-hidden="true" />}
            title={<Trans>All open</Trans>}
          >
            <Trans>Report a closed road, river or lake here. Guests see it when they book, and get notified.</Trans>
          </EmptyState>
        )}
      </Card>
      {stopping && (
        <CancelDepartureDialog
          selection={{ departures: stopping.departures }}
          begin={{
            reason: stopping.condition.subject === 'region' ? 'other' : 'road',
            message: stopping.condition.text,
          }}
          onClose={(left) => {
            setStopping(null);
            undo.keep(left);
          }}
          onChanged={departuresChanged}
        />
      )}
      {done && (
        <CancelDepartureDialog
          selection={null}
          done={done}
          onClose={(left) => {
            setDone(null);
            undo.keep(left);
          }}
          onChanged={departuresChanged}
        />
      )}
      <ConfirmDialog
        open={ending !== null}
        tone="primary"
        onCancel={() => setEnding(null)}
        onConfirm={async () => {
          if (ending) await endCondition(ending.id);
          await client.invalidateQueries({ queryKey: conditionKeys.all });
          setEnding(null);
          status.success(t`Travel alert ended`);
        }}
        title={<Trans>End this travel alert now?</Trans>}
        description={
          <Trans>
            Guests will no longer see it when they book, and no one is notified. To tell them it's open again, change it
            to “Open again” instead.
          </Trans>
        }
        confirm={<Trans>End now</Trans>}
      />
    </section>
  );
}

/** The departures that would be cancelled because of an alert. */
interface Stopping {
  condition: ManagedCondition;
  departures: DepartureName[];
}
