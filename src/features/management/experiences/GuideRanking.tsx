import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { Skeleton } from '@/ui/feedback/states';
import { Select } from '@/ui/form/controls';
import { Avatar } from '@/ui/media/Avatar';
import { moved } from '../catalogue/lists';
import { OrderList } from '../catalogue/OrderList';
import { guidesQuery } from '../catalogue/queries';
import type { Guide } from './queries';

interface Props {
  id: string;
  territoryId: string;
  /** Ids in their order. */
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** Those whom the experience already has: they may have left the region since. */
  known: readonly Guide[];
  error: string | undefined;
}

/** Who guides: the first is the guide, the others step in for the slots that those before them decline. */
export function GuideRanking({ id, territoryId, value: chosen, onChange, known, error }: Props) {
  const { t } = useLingui();
  const guides = useQuery(guidesQuery(territoryId));
  const here = guides.data ?? [];
  const find = (guideId: string) =>
    here.find((one) => one.id === guideId) ?? known.find((one) => one.id === guideId) ?? null;
  const left = here.filter((one) => !chosen.includes(one.id));
  const items = chosen.map((guideId) => {
    const name = find(guideId)?.full_name || t`Guide`;
    const gone = guides.data !== undefined && !here.some((one) => one.id === guideId);
    return {
      id: guideId,
      label: name,
      content: (
        <span className="flex min-w-0 items-center gap-2.5">
          <Avatar name={name} src={find(guideId)?.avatar_url} size={32} />
          <span className="min-w-0">
            <span className="block font-medium wrap-anywhere">{name}</span>
            {gone && (
              <span className="block text-xs text-warn-text">
                <Trans>No longer guides in this region</Trans>
              </span>
            )}
          </span>
        </span>
      ),
    };
  });
  return (
    <fieldset className="field" aria-describedby={`${id}-note`}>
      <legend className="label mb-1.5">
        <Trans>Guide ranking</Trans>
      </legend>
      <p className="hint mb-1">
        <Trans>The first leads. Who declines a time slot hands it to the next one.</Trans>
      </p>
      <OrderList
        label={t`Guides in their order`}
        items={items}
        onMove={(from, to) => onChange(moved(chosen, from, to))}
        onRemove={(guideId) => onChange(chosen.filter((one) => one !== guideId))}
      />
      {guides.isPending && <Skeleton className="h-12" />}
      {guides.error && !guides.data && (
        <Alert
          tone="danger"
          action={
            <Button size="sm" onClick={() => void guides.refetch()}>
              <Trans>Try again</Trans>
            </Button>
          }
        >
          {guides.error.message}
        </Alert>
      )}
      {guides.data &&
        (left.length > 0 ? (
          <Select
            id={id}
            aria-label={t`Add a guide`}
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}-note`}
            value=""
            onChange={(event) => event.target.value && onChange([...chosen, event.target.value])}
            empty={t`Add a guide…`}
            options={left.map((guide) => ({ value: guide.id, label: guide.full_name || guide.email }))}
          />
        ) : (
          chosen.length === 0 && (
            <p className="text-sm text-ink-2" id={id} tabIndex={-1}>
              <Trans>There is no guide in this region yet. Invite one under Tour Guides.</Trans>
            </p>
          )
        ))}
      <p className="err empty:hidden" id={`${id}-note`}>
        {error && (
          <>
            <CircleAlert aria-hidden="true" />
            <span>{error}</span>
          </>
        )}
      </p>
    </fieldset>
  );
}
