import { antiguaReviews } from './antigua.reviews.ts';
import { lakeAtitlanReviews } from './lake-atitlan.reviews.ts';
import { livingstonReviews } from './livingston.reviews.ts';
import { petenReviews } from './peten.reviews.ts';
import { rioDulceReviews } from './rio-dulce.reviews.ts';
import { semucChampeyReviews } from './semuc-champey.reviews.ts';
import type { TerritoryId } from './types.ts';
import type { Voice, Voices } from './voices.ts';

const byTerritory: Readonly<Record<TerritoryId, Voices>> = {
  'rio-dulce': rioDulceReviews,
  'lake-atitlan': lakeAtitlanReviews,
  antigua: antiguaReviews,
  'semuc-champey': semucChampeyReviews,
  peten: petenReviews,
  livingston: livingstonReviews,
};

/** What guests say about each service, by the path of its offer (see ../offers.ts). */
export const voicesOf = new Map<string, readonly Voice[]>(
  Object.entries(byTerritory).flatMap(([territory, voices]) =>
    Object.entries(voices).map(([key, said]) => [`${territory}/${key}`, said] as const),
  ),
);

/** Conversations about a booking: tourist and guide by turns. */
export const conversations = [
  [
    'Hello, we have a rental car. Is there a place to park it safely?',
    'Yes, the guarded car park round the corner, twenty quetzales a day. Tell them you are with me.',
  ],
  [
    'May I bring a small drone?',
    'Please leave it in the bag: it frightens the birds and the neighbours.',
    'Understood!',
  ],
  [
    'Is there something vegetarian on the way?',
    'Always. Tell me for how many and I will ask the kitchen.',
    'Two, thank you.',
  ],
  [
    'We may be ten minutes late from the bus. Will you wait?',
    'I wait for fifteen. Send me a message when you get off.',
  ],
  ['What should we wear?', 'Shoes that hold on wet stone, and long sleeves for the sun.'],
] as const;
