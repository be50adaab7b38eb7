import { livingstonExperiences } from './livingston.experiences.ts';
import { docks } from './places.ts';
import type { Territory } from './types.ts';

export const livingston: Territory = {
  id: 'livingston',
  name: 'Lívingston',
  summary: 'Garífuna drums, coconut bread and Caribbean beaches at the river mouth.',
  description:
    'Lívingston, Labuga in Garífuna, stands where the Río Dulce meets the Bay of Amatique. There is no road: you come down the river or across the bay from Puerto Barrios.\n\nGarífuna, Q’eqchi’, Ladino and the grandchildren of Indian traders share a few streets. The language, dance and music of the Garífuna are on UNESCO’s list of the intangible heritage of humanity; every 26 November the town lands from the sea in boats to remember the arrival of its ancestors.\n\nRain falls all year and dries at once. Eat tapado, walk the beach, and stay for the drums after dark.',
  es: {
    summary: 'Tambores garífunas, pan de coco y playas del Caribe en la desembocadura del río.',
    description:
      'Lívingston, Labuga en garífuna, está donde el Río Dulce llega a la bahía de Amatique. No hay carretera: se baja por el río o se cruza la bahía desde Puerto Barrios.\n\nGarífunas, q’eqchi’es, ladinos y nietos de comerciantes de la India comparten unas pocas calles. La lengua, la danza y la música de los garífunas están en la lista del patrimonio inmaterial de la humanidad de la Unesco; cada 26 de noviembre el pueblo desembarca desde el mar para recordar la llegada de sus antepasados.\n\nLlueve todo el año y se seca al rato. Coma tapado, camine por la playa y quédese a los tambores cuando oscurezca.',
  },
  scenes: ['livingston', 'drums', 'garifuna-street', 'playa-blanca', 'rio-dulce'],
  tags: ['Food', 'Music', 'Culture', 'Beach', 'Swimming', 'Walking', 'Boat', 'Sunrise', 'Kayak', 'Nature'],
  pickups: [
    {
      name: 'Municipal Dock, Lívingston',
      directions: 'The long pier at the bottom of the main street.',
      es: { name: 'Muelle municipal, Lívingston', directions: 'El muelle largo, donde termina la calle principal.' },
      map: docks.livingston,
    },
    {
      name: 'Municipal Dock, Puerto Barrios',
      directions: 'End of 12a Calle, past the customs house.',
      es: { name: 'Muelle municipal, Puerto Barrios', directions: 'Al final de la 12 calle, después de la aduana.' },
      map: docks.puertoBarrios,
    },
  ],
  experiences: livingstonExperiences,
  transports: [
    {
      key: 'lancha-rio-dulce',
      kind: 'boat',
      title: 'Public Lancha up the River',
      description:
        'The other way round: from the sea through the canyon to the bridge at Fronteras, with the light in the back. One stop at the hot springs.',
      es: {
        title: 'Lancha pública río arriba',
        description:
          'El viaje al revés: desde el mar, por el cañón, hasta el puente de Fronteras, con la luz a la espalda. Una parada en las aguas calientes.',
      },
      type: 'shared',
      shared: 150,
      spots: [1, 16],
      pickup: 'Municipal Dock, Lívingston',
      destination: 'Fronteras, Río Dulce',
      destinationTerritory: 'rio-dulce',
      departs: '14:30',
      hours: 2,
      scenes: ['river-evening', 'rio-dulce'],
    },
    {
      key: 'lancha-puerto-barrios',
      kind: 'boat',
      title: 'Lancha from Puerto Barrios',
      description:
        'Thirty-five minutes across the bay, for those who come by bus from the capital. Wet on windy afternoons, quick on any day.',
      original: 'es',
      es: {
        title: 'Lancha desde Puerto Barrios',
        description:
          'Treinta y cinco minutos por la bahía, para quien viene en bus de la capital. En las tardes de viento se moja uno; rápida es siempre.',
      },
      type: 'both',
      shared: 60,
      private: 650,
      group: [1, 14],
      spots: [1, 18],
      pickup: 'Municipal Dock, Puerto Barrios',
      destination: 'Lívingston',
      destinationTerritory: 'livingston',
      departs: '10:00',
      hours: 0.5,
      policy: 'flexible',
      scenes: ['bay-lancha', 'garifuna-street'],
    },
  ],
  board: [
    {
      by: 'thandi.dlamini',
      ago: 6,
      text: 'Is there drumming on weekdays too?',
      replies: [
        {
          by: 'yurumein.martinez',
          ago: 5.2,
          text: 'Most evenings at the rotunda from seven, if it does not rain. If it does, in my kitchen.',
        },
      ],
    },
    {
      by: 'ines.carvalho',
      ago: 47,
      text: 'The coconut bread from the blue house above the dock. Before nine, or it is gone.',
    },
    {
      by: 'mikkel.jensen',
      ago: 92,
      text: 'Any boat from here to Punta Gorda in Belize?',
      replies: [
        {
          by: 'gloria.nunez',
          ago: 90,
          text: 'Not every day. From Puerto Barrios there is one each afternoon; stamp your passport at migration first.',
        },
      ],
    },
    {
      by: 'estuardo.paz',
      ago: 118,
      language: 'es',
      text: 'Para el 26 de noviembre, ¿con cuánto tiempo hay que apartar hotel?',
      replies: [
        {
          by: 'gloria.nunez',
          ago: 116,
          language: 'es',
          text: 'Con dos meses, por lo menos. Si ya no halla, en mi casa hay hamacas.',
        },
      ],
    },
  ],
};
