import { petenExperiences } from './peten.experiences.ts';
import { towns } from './places.ts';
import type { Territory } from './types.ts';

export const peten: Territory = {
  id: 'peten',
  name: 'Petén',
  summary: 'Tikal at sunrise, island life in Flores, and the northern jungle.',
  description:
    'Petén is a third of Guatemala and most of its forest. In the Classic period some of the largest cities of the Maya stood here: Tikal, Yaxhá, Uaxactún, and in the far north El Mirador, older than them all. Tikal has been a World Heritage site since 1979, for its buildings and for its animals.\n\nThe base is Flores, a round island on Lake Petén Itzá, joined to the shore by a causeway. It was the last Maya capital to fall, in 1697. Now it is painted in all colours, and the whole town swims at five o’clock.\n\nIt is hot from March to May and wet from June to October. Rise early: the forest is loudest before eight.',
  es: {
    summary: 'Tikal al amanecer, la vida en la isla de Flores y la selva del norte.',
    description:
      'Petén es la tercera parte de Guatemala y casi todo su bosque. En el período Clásico hubo aquí algunas de las ciudades más grandes de los mayas: Tikal, Yaxhá, Uaxactún y, muy al norte, El Mirador, más antigua que todas. Tikal es Patrimonio de la Humanidad desde 1979, por sus edificios y por sus animales.\n\nLa base es Flores, una isla redonda en el lago Petén Itzá, unida a la orilla por un relleno. Fue la última capital maya en caer, en 1697. Hoy está pintada de todos los colores, y a las cinco de la tarde todo el pueblo se mete al agua.\n\nDe marzo a mayo hace calor y de junio a octubre llueve. Madrugue: la selva se oye más antes de las ocho.',
  },
  scenes: ['tikal', 'flores', 'yaxha', 'ocellated', 'ceiba'],
  tags: ['Archaeology', 'Sunrise', 'Sunset', 'Wildlife', 'Walking', 'History', 'Boat', 'Swimming', 'Food', 'Hiking'],
  pickups: [
    {
      name: 'Flores Causeway',
      directions: 'Island end of the causeway, by the traffic circle.',
      es: { name: 'Relleno de Flores', directions: 'Del lado de la isla, junto a la rotonda.' },
      map: towns.flores,
    },
    {
      name: 'Santa Elena Bus Terminal',
      directions: 'Platform 6, on the left side of the building.',
      es: { name: 'Terminal de buses de Santa Elena', directions: 'Andén 6, del lado izquierdo del edificio.' },
      map: towns.santaElena,
    },
    {
      name: 'El Remate Junction',
      directions: 'Where the road to Tikal leaves the road to Melchor.',
      es: { name: 'Cruce de El Remate', directions: 'Donde la carretera a Tikal se aparta de la que va a Melchor.' },
      map: towns.elRemate,
    },
  ],
  experiences: petenExperiences,
  transports: [
    {
      key: 'shuttle-tikal',
      kind: 'shuttle',
      title: 'Flores to Tikal Shuttle',
      description:
        'Out in the morning, back at half past three or with the next van. Stops in El Remate in both directions.',
      es: {
        title: 'Shuttle de Flores a Tikal',
        description:
          'Sale por la mañana y regresa a las tres y media, o con el siguiente. Para en El Remate de ida y de vuelta.',
        destination: 'Parque Nacional Tikal',
      },
      type: 'shared',
      shared: 110,
      spots: [1, 16],
      pickup: 'Flores Causeway',
      destination: 'Tikal National Park',
      departs: '07:00',
      hours: 1.5,
      policy: 'flexible',
      scenes: ['road-jungle', 'tikal'],
    },
    {
      key: 'shuttle-rio-dulce',
      kind: 'shuttle',
      title: 'Flores to Río Dulce Shuttle',
      description: 'South through Poptún to the bridge at Fronteras. Meets the afternoon lancha when the road is kind.',
      es: {
        title: 'Shuttle de Flores a Río Dulce',
        description:
          'Hacia el sur por Poptún hasta el puente de Fronteras. Si la carretera se porta bien, llega a tiempo para la lancha de la tarde.',
      },
      type: 'both',
      shared: 200,
      private: 2100,
      spots: [1, 12],
      pickup: 'Flores Causeway',
      destination: 'Fronteras, Río Dulce',
      destinationTerritory: 'rio-dulce',
      departs: '08:00',
      hours: 4,
      scenes: ['road-poptun', 'rio-dulce'],
    },
    {
      key: 'belize-car',
      kind: 'car',
      title: 'Private Car to the Belize Border',
      description:
        'From Flores to Melchor de Mencos, ninety minutes, with help at the window. The border office asks for your papers: a photo of your passport is needed when you book.',
      es: null,
      type: 'private',
      private: 620,
      group: [1, 4],
      spots: [1, 4],
      pickup: 'Flores Causeway',
      destination: 'Melchor de Mencos',
      hours: 1.5,
      passport: true,
      scenes: ['lake-road', 'flores'],
    },
  ],
  board: [
    {
      by: 'min.jun.park',
      ago: 3,
      text: 'Is the Tikal sunrise worth it if the forecast says fog?',
      replies: [
        { by: 'abel.chayax', ago: 2.5, text: 'The fog is the show. You hear the forest wake before you see it.' },
        { by: 'mia.brunner', ago: 2, text: 'We had fog. I would go again tomorrow.' },
      ],
    },
    {
      by: 'ruth.alvarado',
      ago: 39,
      language: 'es',
      text: 'Vi una huella de jaguar en el camino a Uaxactún, del ancho de mi mano.',
    },
    {
      by: 'santiago.herrera',
      ago: 61,
      language: 'es',
      text: '¿La entrada a Tikal se paga allá mismo o hay que ir al banco?',
      replies: [
        {
          by: 'abel.chayax',
          ago: 60,
          language: 'es',
          text: 'En la garita, en efectivo. El boleto del amanecer cómprelo un día antes.',
        },
      ],
    },
    {
      by: 'jan.kowalski',
      ago: 88,
      text: 'Can one swim at Flores, or better at El Remate?',
      replies: [
        { by: 'hector.baldizon', ago: 86, text: 'Both are clean. El Remate has shade, Flores has the rope swing.' },
      ],
    },
  ],
};
