import { antiguaReviews } from './antigua.reviews.ts';
import { lakeAtitlanReviews } from './lake-atitlan.reviews.ts';
import { livingstonReviews } from './livingston.reviews.ts';
import { petenReviews } from './peten.reviews.ts';
import { rioDulceReviews } from './rio-dulce.reviews.ts';
import { semucChampeyReviews } from './semuc-champey.reviews.ts';
import type { Language, TerritoryId } from './types.ts';
import type { Voice, Voices } from './voices.ts';

const byTerritory: Readonly<Record<TerritoryId, Voices>> = {
  'rio-dulce': rioDulceReviews,
  'lake-atitlan': lakeAtitlanReviews,
  antigua: antiguaReviews,
  'semuc-champey': semucChampeyReviews,
  peten: petenReviews,
  livingston: livingstonReviews,
};

/** The guests' texts about each service, by the path of its offer (see ../offers.ts). */
export const voicesOf = new Map<string, readonly Voice[]>(
  Object.entries(byTerritory).flatMap(([territory, voices]) =>
    Object.entries(voices).map(([key, said]) => [`${territory}/${key}`, said] as const),
  ),
);

/** Conversations about a booking between tourist and guide in turns, in the language of the tourist. */
export const conversations: Readonly<Record<Language, readonly (readonly string[])[]>> = {
  en: [
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
  ],
  es: [
    [
      'Buenos días, ¿con cuánto tiempo hay que llegar?',
      'Con quince minutos basta. Si se atrasa, me escribe.',
      'Perfecto, gracias.',
    ],
    [
      '¿Puede ir una niña de seis años?',
      'Claro que sí. Tráigale gorra y algo de comer, que a esa edad da hambre cada hora.',
      'En el caso de ella, cada media.',
    ],
    ['¿Se suspende si llueve?', 'Solo con tormenta. Si es lluvia normal, salimos: aquí es parte del paseo.'],
  ],
};
