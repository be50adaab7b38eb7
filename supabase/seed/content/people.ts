import { partners, staff } from './staff.ts';
import { tourists } from './tourists.ts';
import type { Language, Person } from './types.ts';

/** Everyone with an account. All of them sign in with the same password (see ../people.ts). */
export const people: readonly Person[] = [...staff, ...partners, ...tourists];

const SPANISH_SPEAKING = ['GT', 'ES', 'MX', 'CO', 'AR', 'CL', 'SV', 'CR', 'HN'];
/** Returns the language of people from a country. Everyone else writes English. */
export const languageOfCountry = (country: string): Language => (SPANISH_SPEAKING.includes(country) ? 'es' : 'en');
