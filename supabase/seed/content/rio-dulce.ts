import { docks } from './places.ts';
import { rioDulceExperiences } from './rio-dulce.experiences.ts';
import type { Territory } from './types.ts';

export const rioDulce: Territory = {
  id: 'rio-dulce',
  name: 'Río Dulce',
  summary: 'Jungle river, hot waterfall, mangroves and a fort at the mouth of the lake.',
  description:
    'The Río Dulce drains Lake Izabal, the largest lake in Guatemala, and runs 43 kilometres to the Caribbean. It is wide and calm at Fronteras, where sailors wait out the hurricane season, then narrows into a canyon with walls a hundred metres high.\n\nThere is no road to Lívingston: everyone arrives by lancha. Along the way live Q’eqchi’ families who fish from cayucos, manatees that you hear before you see them, and at the narrows stands the Castillo de San Felipe, which once closed the lake to pirates with a chain.\n\nCome between February and May for the driest weather. Mornings are calm; the wind gets up after ten.',
  es: {
    summary: 'Río de selva, cascada caliente, manglares y un castillo donde empieza el lago.',
    description:
      'El Río Dulce desagua el lago de Izabal, el más grande de Guatemala, y recorre 43 kilómetros hasta el Caribe. En Fronteras es ancho y tranquilo: ahí esperan los veleros a que pase la temporada de huracanes. Después se encajona entre paredes de cien metros de alto.\n\nA Lívingston no hay carretera: todo el mundo llega en lancha. En las orillas viven familias q’eqchi’es que pescan desde sus cayucos y hay manatíes que se oyen antes de verse. En la parte angosta está el Castillo de San Felipe, que antes cerraba el lago a los piratas con una cadena.\n\nLos meses más secos son de febrero a mayo. Las mañanas son tranquilas; después de las diez se levanta el viento.',
  },
  featured: true,
  scenes: ['rio-dulce', 'castillo', 'hot-waterfall', 'mangrove', 'catamaran', 'ceiba'],
  tags: ['Boat', 'Nature', 'Swimming', 'Kayak', 'Wildlife', 'History', 'Walking'],
  pickups: [
    {
      name: 'Municipal Dock, Fronteras',
      directions: 'Under the bridge on the north side, left of the fuel pier. Ask for Elvin.',
      es: {
        name: 'Muelle municipal, Fronteras',
        directions: 'Debajo del puente, del lado norte, a la izquierda del muelle de combustible. Pregunte por Elvin.',
      },
      map: docks.fronteras,
    },
    {
      name: 'Bruno’s Dock',
      directions: 'South side of the bridge, through the restaurant to the water.',
      es: { name: 'Muelle de Bruno’s', directions: 'Del lado sur del puente; pase por el restaurante hasta el agua.' },
      map: docks.brunos,
    },
    {
      name: 'Castillo de San Felipe',
      directions: 'Car park of the fort, beside the ticket window.',
      es: { name: 'Castillo de San Felipe', directions: 'Parqueo del castillo, junto a la ventanilla de boletos.' },
      map: docks.castillo,
    },
    {
      name: 'Municipal Dock, El Estor',
      directions: 'At the end of the street that leads down from the park.',
      es: { name: 'Muelle municipal, El Estor', directions: 'Al final de la calle que baja desde el parque.' },
      map: docks.elEstor,
    },
  ],
  experiences: rioDulceExperiences,
  transports: [
    {
      key: 'lancha-livingston',
      kind: 'boat',
      title: 'Public Lancha to Lívingston',
      description:
        'The daily boat through the canyon. It stops at the bird island and at the hot springs, and at any house on the river that waves. Luggage goes under a tarpaulin; sit at the back if you want to stay dry.',
      original: 'es',
      es: {
        title: 'Lancha pública a Lívingston',
        description:
          'La lancha de todos los días por el cañón. Para en la isla de los pájaros y en las aguas calientes, y en cualquier casa del río donde alguien haga señas. El equipaje va debajo de una lona; si no quiere mojarse, siéntese atrás.',
      },
      type: 'shared',
      shared: 150,
      spots: [1, 16],
      pickup: 'Municipal Dock, Fronteras',
      destination: 'Lívingston',
      destinationTerritory: 'livingston',
      departs: '09:30',
      hours: 2,
      scenes: ['bridge-fronteras', 'rio-dulce', 'livingston'],
    },
    {
      key: 'shuttle-flores',
      kind: 'shuttle',
      title: 'Río Dulce to Flores Shuttle',
      description:
        'Air-conditioned van north through Poptún, with one stop for lunch. Arrives on the island before dark. One large bag a person; surfboards and bicycles on request.',
      es: {
        title: 'Shuttle de Río Dulce a Flores',
        description:
          'Microbús con aire acondicionado hacia el norte, por Poptún, con una parada para almorzar. Llega a la isla antes de que oscurezca. Una maleta grande por persona; tablas de surf y bicicletas, si avisa antes.',
      },
      type: 'both',
      shared: 200,
      private: 2100,
      spots: [1, 12],
      pickup: 'Bruno’s Dock',
      destination: 'Flores',
      destinationTerritory: 'peten',
      departs: '13:00',
      hours: 4,
      scenes: ['road-karst', 'flores'],
    },
    {
      key: 'shuttle-antigua',
      kind: 'shuttle',
      title: 'Río Dulce to Antigua Shuttle',
      description:
        'The road along the Motagua valley to Guatemala City and up to Antigua. Leaves early to pass the capital before the afternoon traffic. Drops you at your hotel inside the town.',
      es: {
        title: 'Shuttle de Río Dulce a Antigua',
        description:
          'Por la carretera del valle del Motagua hasta la capital y de ahí a Antigua. Sale temprano para pasar la ciudad antes del tráfico de la tarde. En Antigua le deja en la puerta de su hotel.',
      },
      type: 'shared',
      shared: 310,
      spots: [1, 14],
      pickup: 'Bruno’s Dock',
      destination: 'Antigua Guatemala',
      destinationTerritory: 'antigua',
      departs: '06:00',
      hours: 7,
      scenes: ['road-motagua', 'antigua'],
    },
    {
      key: 'private-lancha',
      kind: 'boat',
      title: 'Private Lancha on the River',
      description:
        'Your own boat and captain for a morning, from dock to dock: hotels on El Golfete, the hot springs, the fort, or anywhere that a lancha floats. Fuel for four hours is included.',
      es: {
        title: 'Lancha privada por el río',
        description:
          'Lancha y capitán para usted toda la mañana, de muelle a muelle: los hoteles de El Golfete, las aguas calientes, el castillo o cualquier punto adonde llegue una lancha. Incluye combustible para cuatro horas.',
        destination: 'Cualquier punto del río',
      },
      type: 'private',
      private: 1150,
      group: [1, 10],
      spots: [1, 10],
      pickup: 'Municipal Dock, Fronteras',
      destination: 'Anywhere on the river',
      departs: '08:00',
      hours: 4,
      policy: 'flexible',
      scenes: ['private-lancha', 'castillo'],
    },
  ],
  board: [
    {
      by: 'james.whitfield',
      ago: 2,
      text: 'Is the canyon trip fine with a four-year-old? We have our own life jacket.',
      replies: [
        { by: 'guide', ago: 1.2, text: 'Yes. Take the 7:00 boat, the water is flat until ten.' },
        { by: 'emily.carter', ago: 0.7, text: 'We went with ours, five and seven. They loved the bird island.' },
      ],
    },
    {
      by: 'lucia.ferrer',
      ago: 9,
      language: 'es',
      text: 'La cascada caliente fue la mejor tarde de nuestro viaje. Id después de las tres, que no hay casi nadie.',
    },
    {
      by: 'yurumein.martinez',
      ago: 27,
      text: 'Drumming at the plaza in Lívingston this Saturday from six. Everyone is welcome.',
      replies: [
        { by: 'kofi.mensah', ago: 26, text: 'Is there a boat back in the evening?' },
        { by: 'shuttle', ago: 25.4, text: 'Not after four. Stay the night, the morning boat leaves at seven.' },
        { by: 'claire.dubois', ago: 20, text: 'We were there last month. Do not miss it.' },
        { by: 'kofi.mensah', ago: 19, text: 'Then we stay. Thank you!' },
      ],
    },
    {
      by: 'tom.devries',
      ago: 51,
      text: 'Has anyone taken the shuttle to Flores with a bicycle? How do they carry it?',
      replies: [
        {
          by: 'driver',
          ago: 49,
          text: 'On the roof, wrapped in a blanket. Tell us the day before, so that I bring straps.',
        },
      ],
    },
    {
      by: 'marta.choc',
      ago: 75,
      language: 'es',
      text: 'Los guarumos del lado de Tijax están llenos de tucanes esta semana. Vengan temprano.',
    },
    {
      by: 'priya.raman',
      ago: 122,
      text: 'Where do you change money in Fronteras? Both machines were empty on Sunday.',
      replies: [
        {
          by: 'staff',
          ago: 120,
          text: 'Banrural opens at nine on Monday. On Sundays the pharmacy beside the bridge helps with small amounts.',
        },
      ],
    },
    {
      by: 'erik.lindqvist',
      ago: 190,
      text: 'Paddled at half past five with Rony: two manatees, one very surprised Swede.',
    },
    {
      by: 'jorge.ramirez',
      ago: 226,
      language: 'es',
      text: '¿El domingo hay lancha de Lívingston por la tarde? El lunes tengo que estar en la capital.',
      replies: [
        {
          by: 'shuttle',
          ago: 225,
          language: 'es',
          text: 'Sí, a las dos y media. De Fronteras sale bus a la capital todavía a las seis.',
        },
        {
          by: 'brenda.morales',
          ago: 221,
          language: 'es',
          text: 'Confirmo. La tomé el mes pasado y alcancé el bus con tiempo de comer algo.',
        },
      ],
    },
    {
      by: 'floridalma.coy',
      ago: 270,
      language: 'es',
      text: '¿Dejan llevar perro en la lancha pública? Es chiquito y se marea menos que yo.',
      replies: [{ by: 'elvin.chub', ago: 268, language: 'es', text: 'Con correa y en brazos, no hay problema.' }],
    },
  ],
};
