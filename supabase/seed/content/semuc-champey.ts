import { towns } from './places.ts';
import { semucChampeyExperiences } from './semuc-champey.experiences.ts';
import type { Territory } from './types.ts';

export const semucChampey: Territory = {
  id: 'semuc-champey',
  name: 'Semuc Champey and Lanquín',
  summary: 'Turquoise limestone pools, caves by candlelight and tubing on the Lanquín.',
  description:
    'Semuc Champey means, more or less, where the river hides in the stones. In the hills of Alta Verapaz the Cahabón plunges into a cave and runs for three hundred metres under a natural bridge; the terraces on top hold rain and spring water in a row of turquoise pools.\n\nLanquín, the village eleven kilometres away, is the base: a white church, a park, hostels on the river and a cave full of bats. Almost everyone here speaks Q’eqchi’ first.\n\nThe road in is steep and slow. Stay two nights, bring cash, and shoes that may get wet.',
  es: {
    name: 'Semuc Champey y Lanquín',
    summary: 'Pozas turquesa entre piedra caliza, cuevas a la luz de una candela y tubing por el Lanquín.',
    description:
      'Semuc Champey quiere decir, más o menos, donde el río se esconde bajo las piedras. En los cerros de Alta Verapaz, el Cahabón se mete en una cueva y corre trescientos metros debajo de un puente natural; encima, las terrazas guardan agua de lluvia y de nacimientos en una fila de pozas turquesa.\n\nLa base es Lanquín, el pueblo que queda a once kilómetros: una iglesia blanca, un parque, hostales junto al río y una cueva llena de murciélagos. Aquí casi todos hablan primero q’eqchi’.\n\nEl camino es empinado y lento. Quédese dos noches, traiga efectivo y zapatos que se puedan mojar.',
  },
  scenes: ['semuc', 'cave', 'tubing', 'bats', 'cacao'],
  tags: ['Swimming', 'Hiking', 'Nature', 'Caves', 'Wildlife', 'Night', 'River', 'Food'],
  pickups: [
    {
      name: 'Lanquín Park',
      directions: 'In front of the church steps.',
      es: { name: 'Parque de Lanquín', directions: 'Frente a las gradas de la iglesia.' },
      map: towns.lanquin,
    },
    {
      name: 'Bridge at Semuc Champey',
      directions: 'Left bank, where the pick-ups turn round.',
      es: { name: 'Puente de Semuc Champey', directions: 'Orilla izquierda, donde dan la vuelta los picops.' },
      map: towns.semuc,
    },
  ],
  experiences: semucChampeyExperiences,
  transports: [
    {
      key: 'four-by-four',
      kind: 'car',
      title: '4×4 from Lanquín to Cobán',
      description:
        'Private four-wheel drive for the sixty kilometres of mountain road, on your own time, with stops at the viewpoints of San Pedro Carchá. Up to five with luggage.',
      es: {
        title: '4×4 de Lanquín a Cobán',
        description:
          'Carro privado de doble tracción para los sesenta kilómetros de montaña, a su paso, con paradas en los miradores de San Pedro Carchá. Hasta cinco personas con equipaje.',
      },
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
      es: {
        title: 'Shuttle de Lanquín a Flores',
        description:
          'Hacia el norte por Chisec, Raxruhá y el ferry de Sayaxché. Sale a las ocho y llega a la hora de la cena. Dos paradas en el camino; traiga agua y sencillo para las ventas del ferry.',
      },
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
      language: 'es',
      text: 'Las velas en K’anba se apagan de verdad. Arnoldo me volvió a prender la mía cuatro veces, sin decir una palabra.',
    },
    {
      by: 'bram.peeters',
      ago: 140,
      text: 'Is there a bank machine in Lanquín?',
      replies: [{ by: 'delia.tzi', ago: 139, text: 'One, and it is tired. Take cash out in Cobán.' }],
    },
    {
      by: 'josue.ixcot',
      ago: 172,
      language: 'es',
      text: '¿Está bueno el camino de Cobán a Lanquín para un carro bajito?',
      replies: [
        {
          by: 'delia.tzi',
          ago: 170,
          language: 'es',
          text: 'Hasta el cruce de Pajal, sí. De ahí para abajo mejor deje el carro y véngase en picop.',
        },
      ],
    },
  ],
};
