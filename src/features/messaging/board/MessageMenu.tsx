import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Eye, EyeOff } from 'lucide-react';
import { readAnew } from '@/lib/api/read-anew';
import { ActionsMenu, ReportItem } from '@/ui/overlay/ActionsMenu';
import { MenuItem } from '@/ui/overlay/Menu';
import { useAuthorName } from './MessageHead.tsx';
import type { BoardMessage } from './pages.ts';
import { boardKeys, hideMessage, reportMessage } from './queries.ts';

interface Props {
  message: BoardMessage;
  territoryId: string;
  /** Everyone but the author reports; who runs the region hides. */
  canReport: boolean;
  canHide: boolean;
}

export function MessageMenu({ message, territoryId, canReport, canHide }: Props) {
  const { t } = useLingui();
  const name = useAuthorName(message);
  return (
    <ActionsMenu label={t`Actions for the message of ${name}`} menuLabel={t`Message actions`}>
      {(close) => (
        <>
          {canReport && (
            <ReportItem report={() => reportMessage(message.id)} close={close}>
              <Trans>Report message</Trans>
            </ReportItem>
          )}
          {canHide && <Hide message={message} territoryId={territoryId} close={close} />}
        </>
      )}
    </ActionsMenu>
  );
}

function Hide({ message, territoryId, close }: { message: BoardMessage; territoryId: string; close: () => void }) {
  const client = useQueryClient();
  const hidden = message.hidden_at !== null;
  const hide = useMutation({
    mutationFn: () => hideMessage(message.id, !hidden),
    onSuccess: async () => {
      await readAnew(client, { queryKey: boardKeys.all(territoryId) });
      close();
    },
  });
  return (
    <MenuItem
      keepOpen
      icon={hidden ? <Eye aria-hidden="true" /> : <EyeOff aria-hidden="true" />}
      busy={hide.isPending}
      error={hide.error}
      onSelect={() => hide.mutate()}
    >
      {hidden ? <Trans>Show to everyone again</Trans> : <Trans>Hide message</Trans>}
    </MenuItem>
  );
}
