import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { RetryAlert } from '@/ui/feedback/RetryAlert';
import { Skeleton } from '@/ui/feedback/states';
import { Select } from '@/ui/form/controls';
import { Avatar } from '@/ui/media/Avatar';
import { FieldGroup } from '../catalogue/FieldGroup';
import { moved } from '../catalogue/lists';
import { OrderList } from '../catalogue/OrderList';
import { guidesQuery } from '../catalogue/queries';
import { firstStepsQuery } from '../first-steps/queries';
import { waitingFor } from '../first-steps/steps';
import type { Guide } from './queries';

interface Props {
  id: string;
  territoryId: string;
  /** The ids of the guides, in order. */
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** The experience's current guides, who may have left the territory. */
  known: readonly Guide[];
  /** True if the experience is a draft, which doesn't need a guide. */
  isDraft: boolean;
  error: string | undefined;
}

/** Edits the ranking of guides. The first one leads, and the others step in if earlier ones decline. */
export function GuideRanking({ id, territoryId, value: chosen, onChange, known, isDraft, error }: Props) {
  const { t } = useLingui();
  const query = useQuery(guidesQuery(territoryId));
  const guides = query.data ?? [];
  const items = chosen.map((guideId) => {
    const present = guides.find((one) => one.id === guideId);
    const guide = present ?? known.find((one) => one.id === guideId);
    const name = guide?.full_name || t`Guide`;
    const hasLeft = query.data !== undefined && !present;
    return {
      id: guideId,
      label: name,
      content: <RankedGuide name={name} picture={guide?.avatar_url} hasLeft={hasLeft} />,
    };
  });
  return (
    <FieldGroup id={id} legend={<Trans>Guide ranking</Trans>} error={error}>
      <p className="hint mb-1">
        <Trans>The first guide leads the trips. If they decline a time slot, the next guide leads it.</Trans>
      </p>
      <OrderList
        label={t`Guide ranking`}
        items={items}
        onMove={(from, to) => onChange(moved(chosen, from, to))}
        onRemove={(guideId) => onChange(chosen.filter((one) => one !== guideId))}
      />
      {query.isPending && <Skeleton className="h-12" />}
      {query.error && !query.data && (
        <RetryAlert onRetry={() => void query.refetch()}>{query.error.message}</RetryAlert>
      )}
      {query.data && (
        <AddGuide
          id={id}
          territoryId={territoryId}
          guides={guides.filter((one) => !chosen.includes(one.id))}
          isFirst={chosen.length === 0}
          invalid={Boolean(error)}
          onAdd={(guideId) => onChange([...chosen, guideId])}
        />
      )}
      {isDraft && (
        <p className="hint mt-1">
          <Trans>
            Without a guide, we'll save this as a hidden draft that visitors can't see or book. The first guide in the
            region who accepts will lead the experience.
          </Trans>
        </p>
      )}
    </FieldGroup>
  );
}

interface RankedProps {
  name: string;
  picture: string | null | undefined;
  hasLeft: boolean;
}

function RankedGuide({ name, picture, hasLeft }: RankedProps) {
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <Avatar name={name} src={picture} size={32} />
      <span className="min-w-0">
        <span className="block font-medium wrap-anywhere">{name}</span>
        {hasLeft && (
          <span className="block text-xs text-warn-text">
            <Trans>These people no longer guide in this region</Trans>
          </span>
        )}
      </span>
    </span>
  );
}

interface AddProps {
  id: string;
  territoryId: string;
  guides: readonly { id: string; full_name: string; email: string }[];
  /** True while no guide is chosen. */
  isFirst: boolean;
  invalid: boolean;
  onAdd: (guideId: string) => void;
}

function AddGuide({ id, territoryId, guides, isFirst, invalid, onAdd }: AddProps) {
  const { t } = useLingui();
  if (guides.length === 0) {
    if (!isFirst) return null;
    return <NoGuide id={id} territoryId={territoryId} />;
  }
  return (
    <Select
      id={id}
      aria-label={t`Add a guide`}
      aria-invalid={invalid || undefined}
      aria-describedby={`${id}-note`}
      value=""
      onChange={(event) => event.target.value && onAdd(event.target.value)}
      empty={isFirst ? t`Choose a guide` : t`Add a guide…`}
      options={guides.map((guide) => ({ value: guide.id, label: guide.full_name || guide.email }))}
    />
  );
}

/** Shown if the territory has no guides. Says who was invited, as the first steps do, or what to do. */
function NoGuide({ id, territoryId }: { id: string; territoryId: string }) {
  const { data, isPending } = useQuery(firstStepsQuery(territoryId));
  if (isPending) return <Skeleton className="h-5" />;
  return (
    <p className="text-sm text-ink-2" id={id} tabIndex={-1}>
      {data?.awaited ? (
        <span key="awaited">{waitingFor(data.awaited)}</span>
      ) : (
        <span key="nobody">
          <Trans>This region has no guides yet. Invite one under Tour Guides.</Trans>
        </span>
      )}
    </p>
  );
}
