import { Trans } from '@lingui/react/macro';

/** Explains that a more expensive change charges the authorised card now, before the departure is decided. */
export const ChargedFirst = () => (
  <Trans>We'll also charge what you've already booked. So far, the price is only on hold on your card.</Trans>
);
