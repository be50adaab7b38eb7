import { Trans } from '@lingui/react/macro';

/** For a booking whose card waits for the decision about its departure: a more expensive change ends the wait. */
export const ChargedFirst = () => (
  <Trans>We'll also charge what you've already booked. So far, the price is only on hold on your card.</Trans>
);
