import { Trans } from '@lingui/react/macro';

/** For a booking whose card waits for the decision about its departure: a more expensive change ends the wait. */
export const ChargedFirst = () => (
  <Trans>What you've already booked will be charged too: so far, your card is only authorised.</Trans>
);
