import { docks } from './places.ts';
import { rioDulceExperiences } from './rio-dulce.experiences.ts';
import type { Territory } from './types.ts';

export const rioDulce: Territory = {
  id: 'rio-dulce',
  name: 'Río Dulce',
  summary: 'Jungle river, hot waterfall, mangroves and a fort at the mouth of the lake.',
  description:
    'The Río Dulce drains Lake Izabal, the largest lake in Guatemala, and runs 43 kilometres to the Caribbean. It is wide and calm at Fronteras, where sailors wait out the hurricane season, then narrows into a canyon with walls a hundred metres high.\n\nThere is no road to Lívingston: everyone arrives by lancha. Along the way live Q’eqchi’ families who fish from cayucos, manatees that you hear before you see them, and at the narrows stands the Castillo de San Felipe, which once closed the lake to pirates with a chain.\n\nCome between February and May for the driest weather. Mornings are calm; the wind gets up after ten.',
  featured: true,
  scenes: ['rio-dulce', 'castillo', 'hot-waterfall', 'mangrove', 'catamaran', 'ceiba'],
  tags: ['Boat', 'Nature', 'Swimming', 'Kayak', 'Wildlife', 'History', 'Walking'],
  pickups: [
    {
      name: 'Municipal Dock, Fronteras',
      directions: 'Under the bridge on the north side, left of the fuel pier. Ask for Elvin.',
      map: docks.fronteras,
    },
    {
      name: 'Bruno’s Dock',
      directions: 'South side of the bridge, through the restaurant to the water.',
      map: docks.brunos,
    },
    {
      name: 'Castillo de San Felipe',
      directions: 'Car park of the fort, beside the ticket window.',
      map: docks.castillo,
    },
    {
      name: 'Municipal Dock, El Estor',
      directions: 'At the end of the street that leads down from the park.',
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
      type: 'shared',
      shared: 150,
      spots: [1, 16],
      pickup: 'Municipal Dock, Fronteras',
      destination: 'Lívingston',
      destinationTerritory: 'livingston',
      departs: '09:30',
      hours: 1.8,
      scenes: ['bridge-fronteras', 'rio-dulce', 'livingston'],
    },
    {
      key: 'shuttle-flores',
      kind: 'shuttle',
      title: 'Río Dulce to Flores Shuttle',
      description:
        'Air-conditioned van north through Poptún, with one stop for lunch. Arrives on the island before dark. One large bag a person; surfboards and bicycles on request.',
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
      text: 'The hot waterfall was the best afternoon of our trip. Go after three, it is nearly empty.',
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
      text: 'The guarumo trees on the Tijax side are full of toucans this week. Come early.',
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
  ],
};
