import { Trans } from '@lingui/react/macro';

/** Replaces the buttons, because people can't decide on their own role. */
export function OwnRequest() {
  return (
    <p className="text-sm text-ink-2">
      <Trans>This is your own request, so someone else has to decide.</Trans>
    </p>
  );
}
