import { Trans } from '@lingui/react/macro';

/** In place of the buttons: nobody decides about a role of their own. */
export function OwnRequest() {
  return (
    <p className="text-sm text-ink-2">
      <Trans>This is your own request, so someone else has to decide.</Trans>
    </p>
  );
}
