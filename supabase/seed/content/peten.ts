import { petenExperiences } from './peten.experiences.ts';
import { towns } from './places.ts';
import type { Territory } from './types.ts';

export const peten: Territory = {
  id: 'peten',
  name: 'Petén',
  summary: 'Tikal at sunrise, island life in Flores, and the northern jungle.',
  description:
    'Petén is a third of Guatemala and most of its forest. In the Classic period some of the largest cities of the Maya stood here: Tikal, Yaxhá, Uaxactún, and in the far north El Mirador, older than them all. Tikal has been a World Heritage site since 1979, for its buildings and for its animals.\n\nThe base is Flores, a round island on Lake Petén Itzá, joined to the shore by a causeway. It was the last Maya capital to fall, in 1697. Now it is painted in all colours, and the whole town swims at five o’clock.\n\nIt is hot from March to May and wet from June to October. Rise early: the forest is loudest before eight.',
  scenes: ['tikal', 'flores', 'yaxha', 'ocellated', 'ceiba'],
  tags: ['Archaeology', 'Sunrise', 'Sunset', 'Wildlife', 'Walking', 'History', 'Boat', 'Swimming', 'Food', 'Hiking'],
  pickups: [
    { name: 'Flores Causeway', directions: 'Island end of the causeway, by the traffic circle.', map: towns.flores },
    {
      name: 'Santa Elena Bus Terminal',
      directions: 'Platform 6, on the left side of the building.',
      map: towns.santaElena,
    },
    {
      name: 'El Remate Junction',
      directions: 'Where the road to Tikal leaves the road to Melchor.',
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
      type: 'private',
      private: 620,
      group: [1, 4],
      spots: [1, 4],
      pickup: 'Flores Causeway',
      destination: 'Melchor de Mencos',
      hours: 1.6,
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
    { by: 'ruth.alvarado', ago: 39, text: 'Saw a jaguar print on the road to Uaxactún, as wide as my hand.' },
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
