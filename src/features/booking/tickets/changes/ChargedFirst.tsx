import { Trans } from '@lingui/react/macro';

/** Explains that a more expensive change charges the authorised card now, before the departure is decided. */
export const ChargedFirst = () => (
  <Trans>What you've already booked will be charged too: so far, your card is only authorised.</Trans>
);
