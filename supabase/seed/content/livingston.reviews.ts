import { en, es, gt, type Voices } from './voices.ts';

export const livingstonReviews: Voices = {
  'kitchen-drums': [
    en(5, 'I grated a coconut, burned my fingers, and ate the best soup of my life at her mother’s table.'),
    en(
      5,
      'Yurumein laughs at your punta and then teaches it to you properly.',
      'You danced it well in the end. Seremein!',
    ),
    es(5, 'El tapado espectacular y los tambores se sienten en el pecho. Volvimos a la noche siguiente.'),
    en(4, 'Not a show but a family. It starts a little later than the hour says.'),
    en(5, 'Came alone, left with five friends and a recipe.'),
    en(4, 'I do not eat fish and got a version with plantain and egg. Nobody made a fuss about it.'),
    gt(
      5,
      'El primer tapado que hago en mi vida. Quedó bueno, y no lo digo yo: lo dijo la mamá de Yurumein.',
      'Mi mamá no le dice eso a cualquiera.',
    ),
  ],
  'siete-altares': [
    en(5, 'The seventh altar is deep enough to jump into. So I did, and so did Denis.'),
    en(4, 'Six kilometres of sand is further than six kilometres of road. Start with a full bottle.'),
    en(
      3,
      'There was not much water in the falls. The walk along the beach was still lovely.',
      'The rains were late. From July on the altars are full.',
    ),
    es(4, 'La caminata por la playa es larga pero preciosa, y el regreso en lancha cae de maravilla.'),
    en(5, 'We met nobody but two boys with a dog and a great many crabs.'),
    en(4, 'Slippery stones between the pools: sandals with straps, not flip-flops.'),
    gt(4, 'Vayan después de que llueva. Ese día bajaba agua con ganas.'),
  ],
  'playa-blanca': [
    en(5, 'White sand, grilled fish, a coconut with a straw. My phone stayed in the bag for seven hours.'),
    en(4, 'A wonderful beach. Bring a hat and a book, for there is truly nothing else.'),
    es(5, 'La playa más bonita de Guatemala. El pescado recién salido del agua, qué delicia.'),
    en(4, 'The way back was bouncy. The captain knew what he was doing.'),
    en(
      3,
      'Some seaweed that day, which the crew raked away as best they could.',
      'It comes with the north wind and leaves again. Thank you for your patience.',
    ),
    en(5, 'Our teenagers played in the sea until their fingers wrinkled. No higher praise exists.'),
    gt(5, 'No parece Guatemala, y sí es. Lleven agua, que allá no venden nada.'),
  ],
  fishing: [
    en(5, 'I pulled a snook out of a pink sea, and an hour later it was breakfast.'),
    en(
      4,
      'We caught two small jacks and a lot of sunrise. Kelvin gave us fish from his brother’s boat.',
      'My brother will not let me forget it.',
    ),
    es(5, 'Madrugar valió la pena. Kelvin comparte su oficio con mucho orgullo.'),
    en(4, 'A working boat, so no cushions. Take a jumper for the first hour.'),
    es(4, 'No salió casi nada del agua y fue una gran mañana.'),
  ],
  'language-walk': [
    en(5, 'I can now say good morning to the whole town, and the whole town answers.'),
    en(5, 'Two girls of thirteen taught me more history than my guidebook. And then the coconut bread.'),
    es(4, 'Muy linda iniciativa de las jóvenes. Ojalá durara una hora más.'),
    en(
      4,
      'Hot at four, so bring water. The story of 1797 stays with you.',
      'We start in the shade of the cultural centre now.',
    ),
    en(5, 'Buiti binafi! I keep saying it to my cat.'),
    gt(5, 'Los estudiantes le corrigen a uno la pronunciación y se ríen. Seremein, Lívingston.'),
  ],
  quehueche: [
    en(5, 'Tea-coloured water without a ripple, and tortillas straight from the fire at the turning point.'),
    en(4, 'Paddling up with the tide is easy. On the way back a bit of wind was against us.'),
    es(5, 'Un rincón escondido, y se ayuda a la comunidad. Denis reconoce cada pájaro.'),
    en(4, 'The families were generous with their time. Bring small notes for the crafts.'),
    gt(4, 'Se rema parejo y se come rico. Pregunten por los tamalitos de frijol.'),
  ],
  'transport/lancha-rio-dulce': [
    en(5, 'The same canyon in afternoon light is a different canyon.'),
    en(4, 'The stop at the springs is short, so have your swimsuit on already.'),
    es(4, 'Cómoda y puntual. Entrar al cañón desde el mar impresiona.'),
    en(3, 'Rough until the river mouth. After that, bliss.'),
    en(4, 'The captain dropped a grandmother and six chickens at her own jetty. Best bus in the world.'),
    es(5, 'Con la luz de la tarde las paredes se ponen doradas. Llevo cien fotos iguales y me gustan todas.'),
  ],
  'transport/lancha-puerto-barrios': [
    en(4, 'Fast and wet. Keep your passport in something waterproof.'),
    en(5, 'From the bus to the dock to Lívingston in under an hour. Well organised.'),
    es(3, 'Mucho oleaje por la tarde. Con chaleco y buen capitán, sin problema.'),
    en(4, 'Leaves on time, whether it is full or not.'),
    gt(4, 'De la terminal al muelle en tuc-tuc y en media hora ya estaba comiendo pan de coco.'),
  ],
};
