import { plural, t } from '@lingui/core/macro';
import { isPartHere, numbersHere, type Party } from './arrived';

/** Returns '2 people', or '1 of 2 here'. */
export function partyText(party: Party): string {
  const count = party.num_people;
  const here = numbersHere(party).length;
  return isPartHere(party) ? t`${here} of ${count} here` : plural(count, { one: '# person', other: '# people' });
}
