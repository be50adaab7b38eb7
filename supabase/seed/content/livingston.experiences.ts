import { at, docks, map, towns } from './places.ts';
import type { Experience } from './types.ts';

const DOCK = { en: 'Municipal dock, Lívingston', es: 'Muelle municipal, Lívingston' };

export const livingstonExperiences: readonly Experience[] = [
  {
    key: 'kitchen-drums',
    title: 'Garífuna Kitchen and Drums',
    description:
      'Grate the coconut, squeeze the milk, and put in plantain, fish and whatever the boats brought: that is tapado. While it simmers, Yurumein teaches the two drums, the primera that speaks and the segunda that walks, and the steps of the punta.\n\nWe eat together at her mother’s table. Tell us if you do not eat fish.',
    es: {
      title: 'Cocina garífuna y tambores',
      description:
        'Rallar el coco, exprimir la leche y echarle plátano, pescado y lo que hayan traído las lanchas: eso es el tapado. Mientras hierve, Yurumein enseña los dos tambores, la primera que habla y la segunda que camina, y los pasos de la punta.\n\nComemos todos en la mesa de su mamá. Avísenos si no come pescado.',
      meeting: DOCK.es,
    },
    duration: 4,
    type: 'both',
    shared: 210,
    private: 1500,
    group: [2, 12],
    spots: [2, 12],
    guide: 'yurumein.martinez',
    meeting: DOCK.en,
    map: docks.livingston,
    scenes: ['drums', 'garifuna-street'],
    tags: ['Food', 'Music', 'Culture'],
    slots: [at('10:00', '14:00', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday')],
    cash: true,
    featured: 1,
  },
  {
    key: 'siete-altares',
    title: 'Along the Beach to Siete Altares',
    description:
      'Six kilometres of beach and forest to a stream that comes down over seven limestone altars, each with its pool. Best from July to January, when there is water. We walk one way and come back by boat; entry is included.',
    es: {
      title: 'Por la playa a Siete Altares',
      description:
        'Seis kilómetros de playa y bosque hasta un riachuelo que baja por siete altares de piedra caliza, cada uno con su poza. Lo mejor es de julio a enero, cuando hay agua. Vamos a pie y regresamos en lancha; incluye la entrada.',
      meeting: DOCK.es,
    },
    duration: 5,
    type: 'shared',
    shared: 175,
    spots: [2, 10],
    guide: 'denis.arriola',
    meeting: DOCK.en,
    map: docks.livingston,
    scenes: ['altares', 'livingston'],
    tags: ['Beach', 'Swimming', 'Walking'],
    slots: [at('08:00', '13:00')],
    cash: true,
    featured: 2,
    soldOutDays: 1,
  },
  {
    key: 'playa-blanca',
    title: 'A Day on Playa Blanca',
    description:
      'The one white beach of Guatemala’s Caribbean, half an hour by boat, with palms, shade and nothing to buy. We bring the grill, the fish and cold coconut. The boat leaves at nine and comes back before the afternoon swell.',
    es: {
      title: 'Un día en Playa Blanca',
      description:
        'La única playa blanca del Caribe guatemalteco, a media hora en lancha: palmeras, sombra y nada que comprar. Nosotros llevamos la parrilla, el pescado y los cocos fríos. La lancha sale a las nueve y regresa antes del oleaje de la tarde.',
      meeting: DOCK.es,
    },
    duration: 7,
    type: 'both',
    shared: 290,
    private: 2300,
    group: [2, 12],
    spots: [4, 14],
    guide: 'denis.arriola',
    meeting: DOCK.en,
    map: docks.livingston,
    scenes: ['playa-blanca', 'livingston'],
    tags: ['Beach', 'Swimming', 'Boat'],
    slots: [at('09:00', '16:00', 'tuesday', 'thursday', 'saturday', 'sunday')],
  },
  {
    key: 'fishing',
    title: 'Out at Five with a Fisherman',
    description:
      'Kelvin sets his lines off the river mouth before sunrise. You help to pull them: snook, jack, sometimes nothing but the sunrise. Breakfast on the beach from what you caught.',
    es: {
      title: 'A las cinco con un pescador',
      description:
        'Kelvin tira sus líneas frente a la desembocadura antes de que salga el sol. Usted le ayuda a jalarlas: róbalo, jurel y, a veces, nada más que el amanecer. El desayuno es en la playa, con lo que se pescó.',
      meeting: 'Playa de los pescadores, al final de la calle Marcos Sánchez Díaz',
    },
    duration: 5,
    type: 'private',
    private: 850,
    group: [1, 4],
    spots: [1, 4],
    guide: 'kelvin.baltazar',
    meeting: 'Fishermen’s beach at the end of Calle Marcos Sánchez Díaz',
    map: towns.livingstonPark,
    scenes: ['cast-net', 'livingston'],
    tags: ['Boat', 'Food', 'Sunrise'],
    slots: [at('05:00', '10:00')],
    policy: 'flexible',
  },
  {
    key: 'language-walk',
    title: 'Walk the Town in Garífuna',
    description:
      'Buiti binafi: good morning. Two hours through Barrio San José and Barrio París with Gloria’s pupils, who teach you twenty words and the story of the people who came from Saint Vincent in 1797 and to this bay a few years later. Ends with coconut bread, warm.',
    original: 'es',
    es: {
      title: 'Recorra el pueblo en garífuna',
      description:
        'Buiti binafi: buenos días. Dos horas por el barrio San José y el barrio París con los estudiantes de Gloria, que le enseñan veinte palabras y la historia del pueblo que salió de San Vicente en 1797 y llegó a esta bahía pocos años después. Al final hay pan de coco, calientito.',
      meeting: 'Centro cultural, dos cuadras arriba del muelle',
    },
    duration: 2,
    type: 'shared',
    shared: 90,
    spots: [1, 12],
    meeting: 'Cultural centre, two blocks above the dock',
    map: towns.livingstonPark,
    scenes: ['garifuna-street', 'livingston'],
    tags: ['Culture', 'Walking'],
    slots: [at('16:00', '18:00', 'monday', 'wednesday', 'friday')],
    cash: true,
    policy: 'flexible',
  },
  {
    key: 'quehueche',
    title: 'Kayak on the Quehueche',
    description:
      'A small river west of the town, dark as tea, with a Q’eqchi’ village an hour upstream. We paddle up with the tide, eat tortillas with the families who run the trail, and float down again.',
    es: {
      title: 'En kayak por el Quehueche',
      description:
        'Un río pequeño al oeste del pueblo, oscuro como té, con una aldea q’eqchi’ a una hora río arriba. Subimos remando con la marea, comemos tortillas con las familias que cuidan el sendero y bajamos con la corriente.',
      meeting: 'Desembocadura del río Quehueche; incluye el tuc-tuc desde el muelle',
    },
    duration: 4,
    type: 'shared',
    shared: 195,
    spots: [2, 8],
    guide: 'denis.arriola',
    meeting: 'Mouth of the river Quehueche; tuk-tuk from the dock included',
    map: map(15.8402, -88.7705),
    scenes: ['quehueche', 'ceiba'],
    tags: ['Kayak', 'Nature', 'Culture'],
    slots: [at('07:30', '11:30', 'wednesday', 'friday', 'sunday')],
  },
];
