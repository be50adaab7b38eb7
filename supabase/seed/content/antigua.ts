import { antiguaExperiences } from './antigua.experiences.ts';
import { towns } from './places.ts';
import type { Territory } from './types.ts';

export const antigua: Territory = {
  id: 'antigua',
  name: 'Antigua',
  summary: 'Colonial streets under three volcanoes. Base for the Acatenango climb.',
  description:
    'Antigua Guatemala was the capital of Central America for two centuries, until the Santa Marta earthquakes of 1773 sent the government to the next valley. What was left is a town of cobbles, courtyards and roofless churches, a World Heritage site since 1979.\n\nThree volcanoes stand round it: Agua to the south, and the pair of Acatenango and Fuego to the west. Fuego is one of the most active in the Americas; on clear nights you can watch it from the rooftops.\n\nThe town lies at 1,530 metres, so days are mild and evenings ask for a jumper. In Lent, carpets of coloured sawdust cover the streets on Sundays.',
  es: {
    summary: 'Calles coloniales entre tres volcanes. De aquí se sale a subir el Acatenango.',
    description:
      'Antigua Guatemala fue la capital de Centroamérica durante dos siglos, hasta que los terremotos de Santa Marta, en 1773, mandaron al gobierno al valle de al lado. Quedó una ciudad de empedrados, patios e iglesias sin techo, Patrimonio de la Humanidad desde 1979.\n\nLa rodean tres volcanes: el de Agua al sur, y al oeste la pareja del Acatenango y el Fuego. El de Fuego es uno de los más activos de América; en las noches despejadas se ve desde las terrazas.\n\nLa ciudad está a 1,530 metros: los días son templados y de noche hace falta un suéter. En Cuaresma, los domingos, las calles se cubren de alfombras de aserrín de colores.',
  },
  scenes: ['antigua', 'fuego-night', 'coffee', 'photo-walk', 'camioneta'],
  tags: [
    'History',
    'Walking',
    'Hiking',
    'Volcano',
    'Night',
    'Coffee',
    'Food',
    'Nature',
    'Market',
    'Sunrise',
    'Bicycle',
    'Villages',
  ],
  pickups: [
    {
      name: 'Parque Central, Antigua',
      directions: 'North side of the park, in front of the town hall arcade.',
      es: { name: 'Parque Central, Antigua', directions: 'Lado norte del parque, frente al portal del Ayuntamiento.' },
      map: towns.antiguaPark,
    },
    {
      name: 'Arch of Santa Catalina',
      directions: 'On 5a Avenida Norte, under the clock.',
      es: { name: 'Arco de Santa Catalina', directions: 'En la 5a avenida norte, debajo del reloj.' },
      map: towns.antiguaArch,
    },
    {
      name: 'La Aurora Airport, Arrivals',
      directions: 'Ground floor, outside the glass doors. The driver holds your name.',
      es: {
        name: 'Aeropuerto La Aurora, llegadas',
        directions: 'Planta baja, afuera de las puertas de vidrio. El piloto lleva un rótulo con su nombre.',
      },
      map: towns.airport,
    },
    {
      name: 'Cerro de la Cruz car park',
      directions: 'Upper car park, beside the tourist police.',
      es: { name: 'Parqueo del Cerro de la Cruz', directions: 'Parqueo de arriba, junto a la policía de turismo.' },
      map: towns.cerroDeLaCruz,
    },
  ],
  experiences: antiguaExperiences,
  transports: [
    {
      key: 'shuttle-rio-dulce',
      kind: 'shuttle',
      title: 'Antigua to Río Dulce Shuttle',
      description:
        'Down from the highlands and along the Motagua to the bridge at Fronteras. A stop for breakfast after an hour and one for fruit at Teculután. Hotel pick-up inside the town from six. Runs every day, also for a single passenger.',
      es: {
        title: 'Shuttle de Antigua a Río Dulce',
        description:
          'Baja del altiplano y sigue el Motagua hasta el puente de Fronteras. Para una vez a desayunar, después de una hora, y otra en Teculután, por la fruta. Pasa por los hoteles de la ciudad desde las seis. Sale todos los días, aunque viaje una sola persona.',
      },
      type: 'both',
      shared: 310,
      private: 2900,
      spots: [1, 14],
      pickup: 'Parque Central, Antigua',
      destination: 'Fronteras, Río Dulce',
      destinationTerritory: 'rio-dulce',
      departs: '06:30',
      hours: 7,
      scenes: ['shuttle-road', 'road-motagua'],
    },
    {
      key: 'shuttle-lanquin',
      kind: 'shuttle',
      title: 'Antigua to Lanquín Shuttle',
      description:
        'Nine hours by Cobán, the last two of them on gravel. Two long stops. Bring a pillow, something for the bends and cash: Lanquín has one machine.',
      es: {
        title: 'Shuttle de Antigua a Lanquín',
        description:
          'Nueve horas por Cobán, las dos últimas de terracería. Dos paradas largas. Traiga almohada, algo para el mareo y efectivo: en Lanquín hay un solo cajero.',
      },
      type: 'shared',
      shared: 290,
      spots: [1, 14],
      pickup: 'Parque Central, Antigua',
      destination: 'Lanquín',
      destinationTerritory: 'semuc-champey',
      departs: '08:00',
      hours: 9,
      scenes: ['road-verapaz', 'semuc'],
    },
    {
      key: 'shuttle-panajachel',
      kind: 'shuttle',
      title: 'Antigua to Panajachel Shuttle',
      description:
        'Morning van to the lake by Chimaltenango and Sololá, in time for the boats before the wind. Hotel pick-up inside the town from seven.',
      es: {
        title: 'Shuttle de Antigua a Panajachel',
        description:
          'Sale por la mañana hacia el lago, por Chimaltenango y Sololá, a tiempo para las lanchas de antes del viento. Pasa por los hoteles de la ciudad desde las siete.',
      },
      type: 'shared',
      shared: 165,
      spots: [1, 14],
      pickup: 'Parque Central, Antigua',
      destination: 'Panajachel',
      destinationTerritory: 'lake-atitlan',
      departs: '07:30',
      hours: 2.5,
      scenes: ['road-solola', 'atitlan'],
    },
    {
      key: 'airport-car',
      kind: 'car',
      title: 'Private Car from the Airport',
      description:
        'Door to door from La Aurora to any house in Antigua, at any hour of the day or night. Child seat on request, free of charge. We follow your flight.',
      es: {
        title: 'Carro privado desde el aeropuerto',
        description:
          'De puerta a puerta, de La Aurora a cualquier casa de Antigua, a cualquier hora del día o de la noche. Silla para niños si la pide, sin costo. Estamos pendientes de su vuelo.',
      },
      type: 'private',
      private: 340,
      group: [1, 4],
      spots: [1, 4],
      pickup: 'La Aurora Airport, Arrivals',
      destination: 'Antigua Guatemala',
      destinationTerritory: 'antigua',
      hours: 1,
      policy: 'flexible',
      scenes: ['road-night', 'antigua'],
    },
  ],
  board: [
    {
      by: 'noah.bennett',
      ago: 7,
      text: 'Acatenango or Pacaya for someone who runs but never hikes at altitude?',
      replies: [
        {
          by: 'luis.azurdia',
          ago: 6.5,
          text: 'Two nights in Antigua first, then Acatenango, slowly. Pacaya is a walk.',
        },
        { by: 'jack.wilson', ago: 5, text: 'Take the porter for the pack. Best two hundred quetzales I ever spent.' },
      ],
    },
    {
      by: 'sofia.rossi',
      ago: 44,
      text: 'Paola showed us a fresco behind the altar of Las Capuchinas that we would have walked past. Grazie!',
    },
    {
      by: 'olivia.tremblay',
      ago: 103,
      text: 'Is the chicken bus to Dueñas safe with a small backpack?',
      replies: [
        {
          by: 'carmen.xicay',
          ago: 101,
          text: 'Yes, by day. Bus from behind the market, five quetzales, keep the bag on your knees.',
        },
      ],
    },
    {
      by: 'camila.torres',
      ago: 131,
      language: 'es',
      text: '¿Se puede subir al Acatenango con zapatillas? No tengo botas y me da no sé qué comprarlas para un día.',
      replies: [
        {
          by: 'luis.azurdia',
          ago: 130,
          language: 'es',
          text: 'Con zapatillas de trail, sí. En el campamento alquilamos polainas y bastones.',
        },
        {
          by: 'ligia.barrientos',
          ago: 124,
          language: 'es',
          text: 'Yo subí con tenis y regresé con medio volcán adentro. Alquile las polainas.',
        },
      ],
    },
  ],
};
