/** Tags of listings, with their Spanish names. */
export const tagsInSpanish = {
  Archaeology: 'Arqueología',
  Beach: 'Playa',
  Bicycle: 'Bicicleta',
  Boat: 'Lancha',
  Caves: 'Cuevas',
  Coffee: 'Café',
  Craft: 'Artesanía',
  Culture: 'Cultura',
  Food: 'Comida',
  Hiking: 'Senderismo',
  History: 'Historia',
  Kayak: 'Kayak',
  Market: 'Mercado',
  Music: 'Música',
  Nature: 'Naturaleza',
  Night: 'De noche',
  River: 'Río',
  Sunrise: 'Amanecer',
  Sunset: 'Atardecer',
  Swimming: 'Para nadar',
  Villages: 'Pueblos',
  Volcano: 'Volcán',
  Walking: 'Caminata',
  Wildlife: 'Vida silvestre',
} as const;

export type Tag = keyof typeof tagsInSpanish;
