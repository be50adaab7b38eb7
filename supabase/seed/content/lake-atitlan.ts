import { lakeAtitlanExperiences } from './lake-atitlan.experiences.ts';
import { docks, towns } from './places.ts';
import type { Territory } from './types.ts';

export const lakeAtitlan: Territory = {
  id: 'lake-atitlan',
  name: 'Lake Atitlán',
  summary: 'A volcanic lake ringed by Maya villages, reached by lancha from Panajachel.',
  description:
    'Lake Atitlán fills a crater that collapsed some 84,000 years ago. It lies at 1,560 metres, is more than 300 metres deep, and three volcanoes stand on its southern shore: San Pedro, Tolimán and Atitlán.\n\nA dozen villages ring it, most of them Tz’utujil or Kaqchikel, each with its own colours in the cloth. Between them you travel by lancha: the docks are the bus stops. Mornings are still and clear; about noon the xocomil, the wind that carries away sin, turns the water grey.\n\nBoats run from six in the morning until about seven in the evening. Pay on board, or book a seat here.',
  es: {
    name: 'Lago de Atitlán',
    summary: 'Un lago entre volcanes y pueblos mayas, adonde se llega en lancha desde Panajachel.',
    description:
      'El lago de Atitlán llena un cráter que se hundió hace unos 84,000 años. Está a 1,560 metros de altura, tiene más de 300 de profundidad y en la orilla sur se levantan tres volcanes: San Pedro, Tolimán y Atitlán.\n\nA su alrededor hay una docena de pueblos, casi todos tz’utujiles o kaqchikeles, cada uno con los colores de sus propios tejidos. De uno a otro se va en lancha: los muelles son las paradas. Las mañanas son claras y tranquilas; al mediodía llega el xocomil, el viento que se lleva los pecados, y el agua se pone gris.\n\nHay lanchas desde las seis de la mañana hasta como las siete de la noche. Pague a bordo o reserve aquí su cupo.',
  },
  scenes: ['atitlan', 'lake-village', 'atitlan-night', 'weaving', 'kayak-cliffs'],
  tags: ['Boat', 'Hiking', 'Sunrise', 'Villages', 'Craft', 'Kayak', 'Swimming', 'Nature', 'Night', 'Food'],
  pickups: [
    {
      name: 'Tzanjuyú Dock, Panajachel',
      directions: 'End of Calle del Embarcadero. Boats for the north and west shore.',
      es: {
        name: 'Muelle Tzanjuyú, Panajachel',
        directions: 'Al final de la Calle del Embarcadero. Lanchas para la orilla norte y oeste.',
      },
      map: docks.panajachel,
    },
    {
      name: 'Calle Santander, Panajachel',
      directions: 'Corner of Calle Principal, in front of the bakery.',
      es: { name: 'Calle Santander, Panajachel', directions: 'Esquina con la Calle Principal, frente a la panadería.' },
      map: towns.panajachel,
    },
    {
      name: 'Panajachel Dock, San Pedro',
      directions: 'Below the market street. Not the dock for Santiago, which is on the other side of the town.',
      es: {
        name: 'Muelle de Panajachel, San Pedro',
        directions: 'Abajo de la calle del mercado. No es el muelle para Santiago, que queda al otro lado del pueblo.',
      },
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
      es: {
        title: 'Lancha de Panajachel a San Pedro',
        description:
          'La lancha directa: cruza el lago en treinta y cinco minutos. Sale a su hora, no cuando se llena: para eso es el precio del cupo.',
      },
      type: 'both',
      shared: 35,
      private: 350,
      group: [1, 12],
      spots: [1, 12],
      pickup: 'Tzanjuyú Dock, Panajachel',
      destination: 'San Pedro La Laguna',
      departs: '08:00',
      hours: 0.5,
      policy: 'flexible',
      scenes: ['lake-lancha', 'lake-village'],
    },
    {
      key: 'shuttle-antigua',
      kind: 'shuttle',
      title: 'Panajachel to Antigua Shuttle',
      description:
        'By Las Trampas and Chimaltenango, with a stop where the road looks back over the lake. Hotel drop-off in Antigua.',
      es: {
        title: 'Shuttle de Panajachel a Antigua',
        description:
          'Por Las Trampas y Chimaltenango, con una parada donde la carretera se asoma por última vez al lago. En Antigua le deja en la puerta de su hotel.',
      },
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
      es: {
        title: 'Bus al mercado de Chichicastenango',
        description:
          'Sale a las ocho y regresa a las dos, con cuatro horas entre el humo de copal de Santo Tomás y las máscaras. Los jueves y domingos son los días grandes de mercado; los demás, el pueblo está tranquilo y los talladores tienen tiempo de platicar.',
        destination: 'Chichicastenango, ida y vuelta',
      },
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
    {
      by: 'karla.villatoro',
      ago: 83,
      language: 'es',
      text: '¿A qué hora pega el xocomil en estos días? Voy con mi abuelita y no quiero que se moje.',
      replies: [
        {
          by: 'nico.sosof',
          ago: 82,
          language: 'es',
          text: 'Como a las doce y media. Tráigala en la de las ocho y que se siente atrás.',
        },
      ],
    },
    {
      by: 'nico.sosof',
      ago: 98,
      language: 'es',
      text: 'La otra semana hay luna nueva. Los cayucos salen todas las noches despejadas.',
    },
  ],
};
