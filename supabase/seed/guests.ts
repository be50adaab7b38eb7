import { languageOfCountry, people } from './content/people.ts';
import { phoneOf, required } from './ids.ts';
import { emailOf } from './people.ts';
import type { Row } from './rows.ts';

/** Returns a guest's country for the booking form. */
export const countryOf = (key: string) =>
  required(
    people.find((p) => p.key === key),
    key,
  ).country;
const nameOf = (key: string) =>
  required(
    people.find((p) => p.key === key),
    key,
  ).name;
export const homeLanguageOf = (key: string) => languageOfCountry(countryOf(key));
export const speaksSpanish = (key: string) => homeLanguageOf(key) === 'es' || key.length % 3 === 0;
// Returns in these countries the family name comes first.
const FAMILY_FIRST = ['KR', 'TW'];

/** Returns the passengers of a transport booking, which are the guest and companions. */
export function passengers(guest: string, count: number): Row[] {
  const lead = {
    name: nameOf(guest),
    email: emailOf(guest),
    phone: phoneOf(guest),
    whatsapp: phoneOf(guest),
  };
  const surname =
    nameOf(guest)
      .split(' ')
      .at(FAMILY_FIRST.includes(countryOf(guest)) ? 0 : -1) ?? '';
  return Array.from({ length: count }, (_, index) => ({
    ...(index === 0
      ? lead
      : { ...lead, name: `${['Maya', 'Theo', 'Inés', 'Sam', 'Nora', 'Ben'][index % 6]} ${surname}` }),
    country: countryOf(guest),
    speaks_spanish: speaksSpanish(guest),
  }));
}
