import { Trans, useLingui } from '@lingui/react/macro';
import { Trash2 } from 'lucide-react';
import { Badge } from '@/ui/Badge';
import { Button, IconButton } from '@/ui/Button';

interface Props {
  name: string;
  active: boolean;
  busy: boolean;
  onToggle: () => void;
  onDelete: () => void;
}

/** Shows whether a row is active, with buttons to toggle and delete it. */
export function RowActions({ name, active, busy, onToggle, onDelete }: Props) {
  const { t } = useLingui();
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Badge tone={active ? 'success' : 'neutral'}>{active ? <Trans>Active</Trans> : <Trans>Inactive</Trans>}</Badge>
      <Button
        size="sm"
        busy={busy}
        aria-label={active ? t`Deactivate: ${name}` : t`Activate: ${name}`}
        onClick={onToggle}
      >
        {active ? <Trans>Deactivate</Trans> : <Trans>Activate</Trans>}
      </Button>
      <IconButton label={t`Delete: ${name}`} look="danger" small onClick={onDelete}>
        <Trash2 aria-hidden="true" />
      </IconButton>
    </div>
  );
}
