import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { compareText } from '@/lib/i18n/intl';
import { localizeInner } from '@/lib/i18n/listing-texts';
import { Button } from '@/ui/Button';
import { Skeleton } from '@/ui/feedback/states';
import { FieldGroup } from '../catalogue/FieldGroup';
import { managedTagsQuery } from '../queries';

interface Props {
  territoryId: string;
  /** The ids of the tags. */
  value: readonly string[];
  onChange: (value: string[]) => void;
}

/** Chooses an experience's tags, which are created in the territory's settings. */
export function TagsField({ territoryId, value: chosen, onChange }: Props) {
  const tags = useQuery(managedTagsQuery(territoryId));
  const named = tags.data?.map((tag) => localizeInner(tag, ['name'])).sort((a, b) => compareText(a.name, b.name));
  const toggle = (id: string) =>
    onChange((chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]).sort());
  return (
    <FieldGroup legend={<Trans>Tags</Trans>}>
      {tags.isPending && <Skeleton className="h-11" />}
      {tags.error && !tags.data && (
        <p className="text-sm text-danger-text">
          {tags.error.message}{' '}
          <Button size="sm" onClick={() => void tags.refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </p>
      )}
      {tags.data?.length === 0 && (
        <p className="text-sm text-ink-2">
          <Trans>There are no tags yet. Add them in the Territory Settings.</Trans>
        </p>
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {named?.map((tag) => (
          <button
            key={tag.id}
            type="button"
            className="chip"
            aria-pressed={chosen.includes(tag.id)}
            onClick={() => toggle(tag.id)}
          >
            {chosen.includes(tag.id) && <Check aria-hidden="true" />}
            <span lang={tag.untranslated?.name}>{tag.name}</span>
          </button>
        ))}
      </div>
    </FieldGroup>
  );
}
