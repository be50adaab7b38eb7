import { Trans } from '@lingui/react/macro';
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog';
import type { DepartureState } from './queries';

interface Props {
  asked: boolean;
  state: DepartureState;
  about: string;
  onCancel: () => void;
  onConfirm: () => Promise<unknown>;
}

/** Shows the travel alert that affects the departure. */
export function WayState({ state }: { state: string }) {
  return (
    <span>
      {state === 'closed' ? <Trans>The route is closed.</Trans> : <Trans>There are delays on the route.</Trans>}
    </span>
  );
}

/** Asks for confirmation, because guests are notified at once and it can't be undone. */
export function RunAnyway({
  asked,
  state: { sold, min_to_run: minimum, condition },
  about,
  onCancel,
  onConfirm,
}: Props) {
  return (
    <ConfirmDialog
      open={asked}
      tone="primary"
      onCancel={onCancel}
      onConfirm={onConfirm}
      title={
        <Trans>
          Run it with {sold} of {minimum} guests?
        </Trans>
      }
      description={
        <>
          {condition && (
            <strong className="mb-2 block font-semibold text-warn-text">
              <WayState state={condition} />
            </strong>
          )}
          <span>
            <Trans>
              {about} will be confirmed, and its guests notified right away. You can't undo this, but you can still
              cancel it later.
            </Trans>
          </span>
        </>
      }
      confirm={<Trans>Run it</Trans>}
      keep={<Trans>Not yet</Trans>}
    />
  );
}
