import { guideOf, managerOf, territoryStaff } from './territory-staff.ts';
import type { Person, TerritoryId } from './types.ts';

const RIO = 'rio-dulce';
/** The territories' teams. The first eight keys are the accounts on the start page. */
export const staff: readonly Person[] = [
  {
    key: 'admin',
    name: 'Ana Lucía Monzón',
    country: 'GT',
    roles: ['admin'],
    face: { hair: 'bun', skin: 'copper', tint: 'ink', shirt: 'anil', ground: 'mint', collar: 'corn' },
  },
  {
    ...managerOf(RIO),
    key: 'manager',
    name: 'Sandra Leal',
    bio: 'Runs the Río Dulce office at Fronteras, next to the dock under the bridge.',
    face: { hair: 'long', skin: 'copper', tint: 'brown', shirt: 'selva', ground: 'corn', collar: 'cal' },
  },
  {
    key: 'staff',
    name: 'Nery Xol',
    country: 'GT',
    roles: ['territory_staff'],
    territory: RIO,
    bio: 'Answers the phone from six in the morning and knows which boat is yours.',
    face: { hair: 'short', skin: 'clay', tint: 'ink', shirt: 'cal', ground: 'sky' },
  },
  {
    ...guideOf(RIO),
    key: 'guide',
    name: 'Elmer Caal',
    bio: 'Born on the river at Cayo Quemado. Thirty years a lanchero, twelve a licensed guide. Knows where the manatees breathe.',
    face: 'elmer',
  },
  {
    key: 'shuttle',
    name: 'Walter Milián',
    country: 'GT',
    roles: ['shuttle_manager'],
    territory: RIO,
    bio: 'Sends out every boat and van of Río Dulce, and waits until the last one is in.',
    face: { hair: 'cap', skin: 'copper', tint: 'anil', shirt: 'ocre', ground: 'turquoise' },
  },
  {
    key: 'driver',
    name: 'Mario Tiul',
    country: 'GT',
    roles: ['shuttle_driver'],
    territory: RIO,
    bio: 'Fourteen years on the road to the Atlantic. Stops for coffee at Morales.',
    face: { hair: 'hat', skin: 'clay', tint: 'corn', shirt: 'lago', ground: 'mist' },
  },
  {
    ...guideOf(RIO),
    key: 'marta.choc',
    name: 'Marta Choc',
    bio: 'Q’eqchi’ guide from El Estor. Teaches the plants by their four names: Q’eqchi’, Spanish, English and Latin.',
    face: 'marta',
  },
  {
    ...guideOf(RIO),
    key: 'rony.pop',
    name: 'Rony Pop',
    bio: 'Paddles the mangroves before breakfast and builds his own cayucos from conacaste.',
    face: 'rony',
    paused: true,
  },
  {
    ...guideOf(RIO),
    key: 'beto.arana',
    name: 'Beto Arana',
    bio: 'Sailed here from Puerto Barrios in 1994 to wait out a hurricane, and stayed. Skipper of the catamaran Ixchel.',
    face: 'beto',
  },
  { key: 'sergio.ba', name: 'Sergio Ba', country: 'GT', roles: ['shuttle_driver'], territory: RIO },
  {
    key: 'elvin.chub',
    name: 'Elvin Chub',
    country: 'GT',
    roles: ['shuttle_driver'],
    territory: RIO,
    face: { hair: 'cap', skin: 'clay', tint: 'selva', shirt: 'cal', ground: 'ocre' },
  },
  ...territoryStaff,
];

/** Hotels that refer guests. */
export const partners: readonly Person[] = [
  {
    key: 'partner',
    name: 'Dora Orellana',
    country: 'GT',
    roles: ['travel_partner'],
    territory: RIO,
    business: 'Posada Nuevo Sol',
    commission: 10,
    alsoIn: { 'lake-atitlan': 8, antigua: 12, 'semuc-champey': 10 },
    bio: 'Nine rooms over the water at Fronteras.',
    face: 'hotel',
  },
  {
    key: 'casa.jacinta',
    name: 'Jacinta Barrios',
    country: 'GT',
    roles: ['travel_partner'],
    territory: 'antigua',
    business: 'Casa Jacinta',
    commission: 12,
    face: { hair: 'bun', skin: 'sand', tint: 'silver', shirt: 'cochinilla', ground: 'mint' },
  },
  {
    key: 'hotel.xocomil',
    name: 'Mateo Xocomil',
    country: 'GT',
    roles: ['travel_partner'],
    territory: 'lake-atitlan',
    business: 'Hospedaje Xocomil',
    commission: 8,
  },
];

/** The managers and staff of each territory. */
export const managers: Readonly<Record<TerritoryId, string>> = {
  'rio-dulce': 'manager',
  'lake-atitlan': 'ingrid.cotuc',
  antigua: 'julio.estrada',
  'semuc-champey': 'delia.tzi',
  peten: 'hector.baldizon',
  livingston: 'gloria.nunez',
};
