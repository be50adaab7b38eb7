import { lakeAtitlanExperiences } from './lake-atitlan.experiences.ts';
import { docks, towns } from './places.ts';
import type { Territory } from './types.ts';

export const lakeAtitlan: Territory = {
  id: 'lake-atitlan',
  name: 'Lake Atitlán',
  summary: 'A volcanic lake ringed by Maya villages, reached by lancha from Panajachel.',
  description:
    'Lake Atitlán fills a crater that collapsed some 84,000 years ago. It lies at 1,560 metres, is more than 300 metres deep, and three volcanoes stand on its southern shore: San Pedro, Tolimán and Atitlán.\n\nA dozen villages ring it, most of them Tz’utujil or Kaqchikel, each with its own colours in the cloth. Between them you travel by lancha: the docks are the bus stops. Mornings are still and clear; about noon the xocomil, the wind that carries away sin, turns the water grey.\n\nBoats run from six in the morning until about seven in the evening. Pay on board, or book a seat here.',
  scenes: ['atitlan', 'lake-village', 'atitlan-night', 'weaving', 'kayak-cliffs'],
  tags: ['Boat', 'Hiking', 'Sunrise', 'Villages', 'Craft', 'Kayak', 'Swimming', 'Nature', 'Night', 'Food'],
  pickups: [
    {
      name: 'Tzanjuyú Dock, Panajachel',
      directions: 'End of Calle del Embarcadero. Boats for the north and west shore.',
      map: docks.panajachel,
    },
    {
      name: 'Calle Santander, Panajachel',
      directions: 'Corner of Calle Principal, in front of the bakery.',
      map: towns.panajachel,
    },
    {
      name: 'Panajachel Dock, San Pedro',
      directions: 'Below the market street. Not the dock for Santiago, which is on the other side of the town.',
      map: docks.sanPedro,
    },
  ],
  experiences: lakeAtitlanExperiences,
  transports: [
    {
      key: 'lancha-san-pedro',
      kind: 'boat',
      title: 'Panajachel to San Pedro Lancha',
      description:
        'The direct boat, thirty-five minutes across the lake. Leaves when it is due, not when it is full: that is what the seat price is for.',
      type: 'both',
      shared: 35,
      private: 350,
      group: [1, 12],
      spots: [1, 12],
      pickup: 'Tzanjuyú Dock, Panajachel',
      destination: 'San Pedro La Laguna',
      departs: '08:00',
      hours: 0.6,
      policy: 'flexible',
      scenes: ['lake-lancha', 'lake-village'],
    },
    {
      key: 'shuttle-antigua',
      kind: 'shuttle',
      title: 'Panajachel to Antigua Shuttle',
      description:
        'By Las Trampas and Chimaltenango, with a stop where the road looks back over the lake. Hotel drop-off in Antigua.',
      type: 'shared',
      shared: 165,
      spots: [1, 14],
      pickup: 'Calle Santander, Panajachel',
      destination: 'Antigua Guatemala',
      destinationTerritory: 'antigua',
      departs: '12:00',
      hours: 2.5,
      scenes: ['road-highland', 'antigua'],
    },
    {
      key: 'chichi-market',
      kind: 'shuttle',
      title: 'Market Bus to Chichicastenango',
      description:
        'Out at eight, back at two, with four hours between the copal smoke of Santo Tomás and the masks. Thursdays and Sundays are the great market days; on the others the town is quiet and the carvers have time to talk.',
      type: 'shared',
      shared: 140,
      spots: [1, 16],
      pickup: 'Calle Santander, Panajachel',
      destination: 'Chichicastenango and back',
      departs: '08:00',
      hours: 6,
      scenes: ['camioneta'],
    },
  ],
  board: [
    {
      by: 'yuki.tanaka',
      ago: 5,
      text: 'How cold is it on the Maya Face in the morning? I have one fleece with me.',
      replies: [
        {
          by: 'diego.mendoza',
          ago: 4,
          text: 'About four degrees with wind. Bring the fleece and a jacket; I carry two blankets.',
        },
      ],
    },
    {
      by: 'mateus.oliveira',
      ago: 31,
      text: 'What time is the last boat from San Marcos to Panajachel?',
      replies: [
        {
          by: 'ingrid.cotuc',
          ago: 30,
          text: 'About half past five. On Sundays do not wait for it, take the five o’clock.',
        },
        { by: 'mateus.oliveira', ago: 29, text: 'Obrigado!' },
      ],
    },
    {
      by: 'hannah.cohen',
      ago: 66,
      text: 'Rosalinda is the most patient teacher in the world. My band is crooked and I love it.',
    },
    { by: 'nico.sosof', ago: 98, text: 'New moon next week. The cayucos go out every clear night.' },
  ],
};
