import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTitle } from '@/lib/routing/use-title';
import { EditScreen } from '../catalogue/EditScreen';
import { currencyOf, territoryCurrencyQuery } from '../catalogue/queries';
import { DeparturesCalendar } from '../departures/DeparturesCalendar';
import { ExperienceForm } from './ExperienceForm';
import { editedExperienceQuery } from './queries';

/** `id`: 'new', or the experience that the address names. */
export function ExperienceEditor({ id, territoryId }: { id: string; territoryId: string }) {
  const { t } = useLingui();
  const [round, setRound] = useState(0);
  const isNew = id === 'new';
  const region = useQuery(territoryCurrencyQuery(territoryId));
  const experience = useQuery({ ...editedExperienceQuery(id, territoryId), enabled: !isNew });
  const title = isNew ? t`Add Experience` : t`Edit Experience`;
  useTitle(title);
  const missing =
    region.data === null || (!isNew && experience.data === null)
      ? t`Experience not found or you do not have permission to edit it`
      : null;
  return (
    <EditScreen
      title={title}
      subject={isNew ? undefined : experience.data?.title}
      from="experiences"
      pending={region.isPending || (!isNew && experience.isPending)}
      error={
        region.data === undefined ? region.error : isNew || experience.data !== undefined ? null : experience.error
      }
      onRetry={() => {
        void region.refetch();
        if (!isNew) void experience.refetch();
      }}
      missing={missing}
      form={(back, shown) => (
        <ExperienceForm
          key={`${id}-${round}`}
          territoryId={territoryId}
          currency={currencyOf(region.data)}
          experience={isNew ? null : (experience.data ?? null)}
          back={back}
          shown={shown}
          onReload={() => void experience.refetch().then(() => setRound(round + 1))}
        />
      )}
      calendar={
        isNew
          ? null
          : () => (
              <DeparturesCalendar
                kind="experience"
                serviceId={id}
                timeZone={region.data?.time_zone ?? 'America/Guatemala'}
              />
            )
      }
    />
  );
}
