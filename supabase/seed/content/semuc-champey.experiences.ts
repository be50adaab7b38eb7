import { at, towns } from './places.ts';
import type { Experience } from './types.ts';

const OFFICE = {
  en: 'Office of the territory, Lanquín, beside the park',
  es: 'Oficina de la región, Lanquín, a un lado del parque',
};

export const semucChampeyExperiences: readonly Experience[] = [
  {
    key: 'pools',
    title: 'Semuc Champey, Viewpoint and Pools',
    description:
      'The Cahabón dives under a limestone bridge three hundred metres long; on its back lie the pools, green and blue and never the same twice. We climb to the viewpoint first, forty minutes of wooden steps, and swim when the day is hot.\n\nTransport on the back of a pick-up, park entry and fruit are included.',
    es: {
      title: 'Semuc Champey: mirador y pozas',
      description:
        'El Cahabón se mete debajo de un puente de piedra caliza de trescientos metros; encima están las pozas, verdes y azules y nunca iguales. Primero subimos al mirador, cuarenta minutos de gradas de madera, y nadamos cuando ya hace calor.\n\nIncluye el transporte en picop, la entrada al parque y fruta.',
      meeting: OFFICE.es,
    },
    duration: 6,
    type: 'both',
    shared: 230,
    private: 1700,
    group: [1, 10],
    spots: [2, 12],
    guide: 'arnoldo.caal',
    standIns: ['edgar.pop'],
    meeting: OFFICE.en,
    map: towns.lanquin,
    scenes: ['semuc'],
    tags: ['Swimming', 'Hiking', 'Nature'],
    slots: [at('08:30', '14:30')],
    cash: true,
    featured: 1,
    soldOutDays: 1,
  },
  {
    key: 'kanba',
    title: 'Candlelight in the Caves of K’anba',
    description:
      'One hand holds the candle, the other the rope. An hour and a half through a river cave by the light of a flame: wading, swimming, climbing a ladder beside a waterfall, and one jump for those who want it. Closed shoes that may get wet, and you should be able to swim.',
    es: {
      title: 'Las cuevas de K’anba a la luz de una candela',
      description:
        'En una mano la candela, en la otra el lazo. Hora y media por la cueva de un río a la luz de una llama: con el agua a la cintura, nadando, por una escalera al lado de una cascada, y con un salto para quien quiera. Traiga zapatos cerrados que se puedan mojar; hay que saber nadar.',
      meeting: 'Puente sobre el Cahabón, Semuc Champey',
    },
    duration: 2.5,
    type: 'shared',
    shared: 120,
    spots: [2, 10],
    guide: 'arnoldo.caal',
    meeting: 'Bridge over the Cahabón, Semuc Champey',
    map: towns.semuc,
    scenes: ['cave'],
    tags: ['Caves', 'Swimming'],
    slots: [at('09:00', '11:30'), at('13:00', '15:30')],
    cash: true,
    featured: 2,
  },
  {
    key: 'bats',
    title: 'Dusk at the Bat Cave of Lanquín',
    description:
      'Where the river Lanquín comes out of the mountain, so do some hundred thousand bats, every evening at about six. We walk the lit part of the cave first, then sit still at the mouth while they pass, close enough to feel the air.',
    es: {
      title: 'Los murciélagos de Lanquín al anochecer',
      description:
        'De donde sale de la montaña el río Lanquín salen también unos cien mil murciélagos, todas las tardes como a las seis. Primero recorremos la parte iluminada de la cueva; después nos sentamos quietos en la entrada mientras pasan, tan cerca que se siente el aire.',
      meeting: 'Entrada de las Grutas de Lanquín, a un kilómetro del parque',
    },
    duration: 2,
    type: 'shared',
    shared: 85,
    spots: [1, 14],
    guide: 'vilma.cuc',
    meeting: 'Entrance of the Grutas de Lanquín, one kilometre from the park',
    map: towns.lanquin,
    scenes: ['bats'],
    tags: ['Caves', 'Wildlife', 'Night'],
    slots: [at('17:00', '19:00')],
    cash: true,
    policy: 'flexible',
  },
  {
    key: 'tubing',
    title: 'Tubing down the Lanquín',
    description:
      'An inner tube, cold spring water and an hour and a half of forest going by. Life jacket included; from September to November the river may be too high, and then you get your money back.',
    es: {
      title: 'Tubing por el río Lanquín',
      description:
        'Un tubo, agua fría de nacimiento y hora y media de selva que va pasando. Incluye chaleco salvavidas; de septiembre a noviembre el río puede venir muy crecido, y entonces le reembolsamos su dinero.',
      meeting: OFFICE.es,
    },
    duration: 2,
    type: 'shared',
    shared: 95,
    spots: [2, 16],
    guide: 'edgar.pop',
    meeting: OFFICE.en,
    map: towns.lanquin,
    scenes: ['tubing', 'semuc'],
    tags: ['Swimming', 'River'],
    slots: [at('10:00', '12:00'), at('14:00', '16:00')],
    cash: true,
  },
  {
    key: 'rafting',
    title: 'White Water on the Cahabón',
    description:
      'Class III and IV from Oxec to the lowlands, twenty-five kilometres of warm green water with hot springs at the lunch beach. Helmet, jacket, guide boat and lunch included. From twelve years; the insurance asks for a photo of your passport.',
    es: {
      title: 'Rafting en el Cahabón',
      description:
        'Rápidos de clase III y IV desde Oxec hasta la tierra baja: veinticinco kilómetros de agua verde y tibia, con aguas termales en la playa del almuerzo. Incluye casco, chaleco, balsa de guía y almuerzo. Desde los doce años; el seguro pide una foto de su pasaporte.',
      meeting: OFFICE.es,
    },
    duration: 7,
    type: 'both',
    shared: 620,
    private: 3400,
    group: [4, 12],
    spots: [4, 12],
    guide: 'edgar.pop',
    meeting: OFFICE.en,
    map: towns.lanquin,
    scenes: ['rafting'],
    tags: ['River', 'Swimming'],
    slots: [at('07:30', '14:30', 'wednesday', 'saturday', 'sunday')],
    passport: true,
    policy: 'strict',
  },
  {
    key: 'cacao',
    title: 'From Cacao Tree to Cup',
    description:
      'Vilma’s grove is ten minutes above the village. Open a pod, taste the white fruit, then ferment, dry, roast and grind it: each step has a tray that is ready. We drink it as the Q’eqchi’ do, with water, chilli and allspice. Private, for families and friends.',
    original: 'es',
    es: {
      title: 'Del árbol de cacao a la taza',
      description:
        'El cacaotal de Vilma queda diez minutos arriba del pueblo. Abra una mazorca, pruebe la pulpa blanca y después fermente, seque, tueste y muela: para cada paso hay una bandeja lista. Lo tomamos como lo toman los q’eqchi’es: con agua, chile y pimienta gorda. Privado, para familias y grupos de amigos.',
      meeting: OFFICE.es,
    },
    duration: 3,
    type: 'private',
    private: 690,
    group: [2, 8],
    spots: [2, 8],
    guide: 'vilma.cuc',
    meeting: OFFICE.en,
    map: towns.lanquin,
    scenes: ['cacao', 'chocolate'],
    tags: ['Food', 'Nature'],
    slots: [at('09:00', '12:00', 'monday', 'tuesday', 'thursday', 'friday')],
    policy: 'flexible',
  },
];
