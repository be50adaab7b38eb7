import { towns } from './places.ts';
import { semucChampeyExperiences } from './semuc-champey.experiences.ts';
import type { Territory } from './types.ts';

export const semucChampey: Territory = {
  id: 'semuc-champey',
  name: 'Semuc Champey and Lanquín',
  summary: 'Turquoise limestone pools, caves by candlelight and tubing on the Lanquín.',
  description:
    'Semuc Champey means, more or less, where the river hides in the stones. In the hills of Alta Verapaz the Cahabón plunges into a cave and runs for three hundred metres under a natural bridge; the terraces on top hold rain and spring water in a row of turquoise pools.\n\nLanquín, the village eleven kilometres away, is the base: a white church, a park, hostels on the river and a cave full of bats. Almost everyone here speaks Q’eqchi’ first.\n\nThe road in is steep and slow. Stay two nights, bring cash, and shoes that may get wet.',
  scenes: ['semuc', 'cave', 'tubing', 'bats', 'cacao'],
  tags: ['Swimming', 'Hiking', 'Nature', 'Caves', 'Wildlife', 'Night', 'River', 'Food'],
  pickups: [
    { name: 'Lanquín Park', directions: 'In front of the church steps.', map: towns.lanquin },
    { name: 'Bridge at Semuc Champey', directions: 'Left bank, where the pick-ups turn round.', map: towns.semuc },
  ],
  experiences: semucChampeyExperiences,
  transports: [
    {
      key: 'four-by-four',
      kind: 'car',
      title: '4×4 from Lanquín to Cobán',
      description:
        'Private four-wheel drive for the sixty kilometres of mountain road, on your own time, with stops at the viewpoints of San Pedro Carchá. Up to five with luggage.',
      type: 'private',
      private: 780,
      group: [1, 5],
      spots: [1, 5],
      pickup: 'Lanquín Park',
      destination: 'Cobán',
      hours: 2.5,
      policy: 'flexible',
      scenes: ['four-by-four', 'road-verapaz'],
    },
    {
      key: 'shuttle-flores',
      kind: 'shuttle',
      title: 'Lanquín to Flores Shuttle',
      description:
        'North by Chisec, Raxruhá and the ferry at Sayaxché. Leaves at eight, arrives for dinner. Two stops on the way; bring water and small notes for the ferry stalls.',
      type: 'shared',
      shared: 250,
      spots: [1, 12],
      pickup: 'Lanquín Park',
      destination: 'Flores',
      destinationTerritory: 'peten',
      departs: '08:00',
      hours: 8.5,
      scenes: ['ferry', 'flores'],
    },
  ],
  board: [
    {
      by: 'aroha.ngata',
      ago: 12,
      text: 'How is the water colour at Semuc after the rain this week?',
      replies: [{ by: 'arnoldo.caal', ago: 11, text: 'Green today, blue again by Thursday if it stays dry.' }],
    },
    {
      by: 'valentina.rojas',
      ago: 58,
      text: 'The candles in K’anba really do go out. Arnoldo lit mine again four times without a word.',
    },
    {
      by: 'bram.peeters',
      ago: 140,
      text: 'Is there a bank machine in Lanquín?',
      replies: [{ by: 'delia.tzi', ago: 139, text: 'One, and it is tired. Take cash out in Cobán.' }],
    },
  ],
};
