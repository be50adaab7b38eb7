import { Trans } from '@lingui/react/macro';

/** Of a booking whose card waits for the decision about its departure: what costs more ends the wait. */
export const ChargedFirst = () => (
  <Trans>What you booked already is charged as well then: your card is only authorised so far.</Trans>
);
