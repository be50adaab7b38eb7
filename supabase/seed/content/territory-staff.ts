import type { Person } from './types.ts';

export const guideOf = (territory: NonNullable<Person['territory']>) => ({
  roles: ['tour_guide'] as const,
  territory,
  country: 'GT',
});
export const managerOf = (territory: NonNullable<Person['territory']>) => ({
  roles: ['territory_manager'] as const,
  territory,
  country: 'GT',
});

/** The teams of the other five territories. */
export const territoryStaff: readonly Person[] = [
  {
    ...managerOf('lake-atitlan'),
    key: 'ingrid.cotuc',
    name: 'Ingrid Cotuc',
    bio: 'From San Juan La Laguna. Speaks Tz’utujil, Spanish, English and German.',
    face: { hair: 'long', skin: 'clay', tint: 'ink', shirt: 'anil', ground: 'leaf', collar: 'pink' },
  },
  {
    ...guideOf('lake-atitlan'),
    key: 'diego.mendoza',
    name: 'Diego Mendoza',
    bio: 'Mountain guide from Santa María Visitación. Has watched the sunrise from the Nose more than eight hundred times.',
    face: { hair: 'hat', skin: 'clay', tint: 'straw', shirt: 'lago', ground: 'corn' },
  },
  {
    ...guideOf('lake-atitlan'),
    key: 'rosa.ujpan',
    name: 'Rosalinda Ujpán',
    bio: 'Weaver, third generation. Dyes with cochineal, indigo and the bark of the avocado tree.',
    face: { hair: 'bun', skin: 'clay', tint: 'ink', shirt: 'cochinilla', ground: 'mist', collar: 'turquoise' },
  },
  {
    ...guideOf('lake-atitlan'),
    key: 'nico.sosof',
    name: 'Nicolás Sosof',
    bio: 'Fisherman’s son from Santiago Atitlán. Guides by lancha, cayuco and kayak.',
    face: { hair: 'short', skin: 'copper', tint: 'ink', shirt: 'cal', ground: 'lilac', collar: 'cochinilla' },
  },

  {
    ...managerOf('antigua'),
    key: 'julio.estrada',
    name: 'Julio Estrada',
    bio: 'Historian and city guide; the office is two blocks from the Arch.',
    face: { hair: 'short', skin: 'sand', tint: 'silver', shirt: 'anil', ground: 'mint', beard: 'silver' },
  },
  {
    ...guideOf('antigua'),
    key: 'paola.quinonez',
    name: 'Paola Quiñónez',
    bio: 'Architect turned guide. Reads a ruined church the way others read a book.',
    face: { hair: 'curls', skin: 'sand', tint: 'brown', shirt: 'lago', ground: 'pink' },
  },
  {
    ...guideOf('antigua'),
    key: 'luis.azurdia',
    name: 'Luis Azurdia',
    bio: 'High-mountain guide from La Soledad, at the foot of Acatenango. Carries tea for the summit.',
    face: { hair: 'cap', skin: 'copper', tint: 'lago', shirt: 'cochinilla', ground: 'sky' },
  },
  {
    ...guideOf('antigua'),
    key: 'carmen.xicay',
    name: 'Carmen Xicay',
    bio: 'Grows coffee and macadamia in San Miguel Dueñas and cooks pepián for anyone who asks.',
    face: { hair: 'bun', skin: 'copper', tint: 'brown', shirt: 'cal', ground: 'leaf', collar: 'ocre' },
  },
  { key: 'oscar.marroquin', name: 'Óscar Marroquín', country: 'GT', roles: ['shuttle_manager'], territory: 'antigua' },

  {
    ...managerOf('semuc-champey'),
    key: 'delia.tzi',
    name: 'Delia Tzí',
    bio: 'Runs the Lanquín office with her sisters, and the kitchen behind it.',
    face: { hair: 'long', skin: 'clay', tint: 'ink', shirt: 'selva', ground: 'pink', collar: 'corn' },
  },
  {
    ...guideOf('semuc-champey'),
    key: 'arnoldo.caal',
    name: 'Arnoldo Caal',
    bio: 'Has carried candles into the caves of K’anba since he was sixteen.',
    face: { hair: 'short', skin: 'clay', tint: 'black', shirt: 'ocre', ground: 'turquoise' },
  },
  {
    ...guideOf('semuc-champey'),
    key: 'edgar.pop',
    name: 'Edgar Pop',
    bio: 'River guide on the Cahabón and the Lanquín; swift-water rescue instructor.',
    face: { hair: 'cap', skin: 'copper', tint: 'cochinilla', shirt: 'lago', ground: 'corn' },
  },
  {
    ...guideOf('semuc-champey'),
    key: 'vilma.cuc',
    name: 'Vilma Cuc',
    bio: 'Cacao grower. Roasts, grinds and tempers on the stone her grandmother used.',
    face: { hair: 'bun', skin: 'clay', tint: 'ink', shirt: 'anil', ground: 'ocre', collar: 'pink' },
  },

  {
    ...managerOf('peten'),
    key: 'hector.baldizon',
    name: 'Héctor Baldizón',
    bio: 'Forester and guide; grew up on the island of Flores.',
    face: { hair: 'hat', skin: 'sand', tint: 'corn', shirt: 'selva', ground: 'sky', beard: 'chestnut' },
  },
  {
    ...guideOf('peten'),
    key: 'abel.chayax',
    name: 'Abel Chayax',
    bio: 'Itza’ from San José. Names the birds of Tikal by ear, in the dark.',
    face: { hair: 'hat', skin: 'clay', tint: 'straw', shirt: 'cal', ground: 'leaf' },
  },
  {
    ...guideOf('peten'),
    key: 'mirna.tesucun',
    name: 'Mirna Tesucún',
    bio: 'Archaeology graduate who worked eight seasons at Yaxhá before she guided there.',
    face: { hair: 'long', skin: 'copper', tint: 'ink', shirt: 'ocre', ground: 'turquoise' },
  },
  {
    ...guideOf('peten'),
    key: 'wilmer.godoy',
    name: 'Wilmer Godoy',
    bio: 'Muleteer and chiclero’s grandson; walks to El Mirador four times a year.',
    face: { hair: 'short', skin: 'copper', tint: 'black', shirt: 'selva', ground: 'mist', beard: 'black' },
  },

  {
    ...managerOf('livingston'),
    key: 'gloria.nunez',
    name: 'Gloria Núñez',
    bio: 'Teacher of Garífuna at the primary school, and the voice of the territory’s office.',
    face: { hair: 'curls', skin: 'ebony', tint: 'black', shirt: 'lago', ground: 'corn', collar: 'cal' },
  },
  {
    ...guideOf('livingston'),
    key: 'yurumein.martinez',
    name: 'Yurumein Martínez',
    bio: 'Drummer and cook. Her grandmother’s tapado won the town’s contest nine years in a row.',
    face: 'yurumein',
  },
  {
    ...guideOf('livingston'),
    key: 'denis.arriola',
    name: 'Denis Arriola',
    bio: 'Takes small groups along the coast to Siete Altares and Playa Blanca.',
    face: { hair: 'cap', skin: 'ebony', tint: 'ocre', shirt: 'cal', ground: 'turquoise' },
  },
  {
    ...guideOf('livingston'),
    key: 'kelvin.baltazar',
    name: 'Kelvin Baltazar',
    bio: 'Fisherman. Leaves at five, back with the catch at ten.',
    face: { hair: 'short', skin: 'ebony', tint: 'black', shirt: 'anil', ground: 'leaf', beard: 'black' },
  },
];
