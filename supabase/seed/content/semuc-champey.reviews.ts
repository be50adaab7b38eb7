import { en, es, gt, type Voices } from './voices.ts';

export const semucChampeyReviews: Voices = {
  pools: [
    en(5, 'I thought the colour in the pictures was edited. It is, if anything, too modest.'),
    en(5, 'Sweat up to the viewpoint, jump into the first pool, stay there until they carry you out.'),
    en(
      4,
      'The steps are steep and slippery after rain. Arnoldo waited for the slow ones, me among them.',
      'The slow ones see more. Thank you for coming.',
    ),
    es(5, 'Arnoldo nos enseñó el tobogán natural entre las pozas. Parecíamos niños.'),
    en(5, 'Little fish nibble at your feet for free. In the city I pay for that.'),
    en(4, 'The ride on the pick-up is half of the fun, and a quarter of the bruises.'),
    en(3, 'A magical place, but the weekend crowd arrived at eleven. Go on a weekday.'),
    gt(5, 'Es la segunda vez que vengo y sigue siendo lo más lindo que tenemos.'),
  ],
  kanba: [
    en(5, 'A candle, a rope and an underground waterfall. No health inspector has ever seen this, and thank heaven.'),
    en(5, 'My candle died four times. Arnoldo lit it four times, and did not laugh.'),
    en(4, 'Cold at first, then you forget it. You really must be able to swim.'),
    es(5, 'Adrenalina pura y un guía que transmite mucha calma.'),
    en(
      3,
      'Not for me: I did not know that I dislike dark water. The guide brought me back kindly.',
      'It takes courage to turn round. You were never in danger, and always welcome.',
    ),
    en(5, 'The jump at the end is optional. I opted for it twice.'),
    es(5, 'Entré con miedo y salí con ganas de volver a entrar.'),
  ],
  bats: [
    en(5, 'You feel a hundred thousand small winds on your face. Not one of them touches you.'),
    en(4, 'The cave has a certain smell. After ten minutes you are too amazed to notice.'),
    es(
      5,
      'Impresionante y muy barato. Vilma habla de los murciélagos como si fueran sus vecinos.',
      'Lo son: pagan la renta comiendo zancudos.',
    ),
    en(4, 'Good shoes needed on the wet floor. The show begins on time, at six.'),
    en(5, 'My son wanted Batman. He got something better.'),
    gt(5, 'Los patojos contaron hasta mil y se rindieron. Los llevamos cargados de regreso.'),
  ],
  tubing: [
    en(5, 'An hour and a half of doing nothing at all, professionally guided.'),
    en(4, 'The water is colder than it looks, and the sun stronger. A T-shirt solves both.'),
    en(4, 'Edgar ties the tubes together in the slow parts, so the talk goes on.'),
    es(4, 'Divertido y seguro, con chaleco para todos. Lástima que dura poco.'),
    en(
      3,
      'The river was low that week and we scraped over a few stones.',
      'It had been dry for twenty days. After rain it carries you like a sofa.',
    ),
    en(5, 'The rope swing near the end is optional. Hold your nose.'),
    gt(5, 'Se ríe uno todo el camino. El río hace el trabajo.'),
  ],
  rafting: [
    en(5, 'Class IV, warm water, a hot spring for lunch. I have rafted on four continents and this is in my top two.'),
    en(5, 'The safety talk was thorough, and ten minutes later I understood why.'),
    en(4, 'The drive to the put-in is long, but Edgar fills it with stories of the river.'),
    es(5, 'Nos caímos dos veces y nos sacaron en segundos. Equipo muy profesional.'),
    en(4, 'My arms still hurt. Lunch on the beach was generous.'),
    es(4, 'Agua tibia, rápidos serios y un almuerzo abundante. Terminé sin voz.'),
  ],
  cacao: [
    en(5, 'Chocolate with chilli and allspice, ground by my own arm. I slept like a stone afterwards.'),
    en(
      5,
      'The children ate the white fruit out of the pod and asked for nothing else all day.',
      'They may come for the harvest.',
    ),
    es(5, 'Vilma tiene una paciencia infinita con los niños. Una tarde de familia preciosa.'),
    en(4, 'Ten minutes above the village means ten steep minutes. Worth it.'),
    gt(5, 'Así molía mi bisabuela, en piedra y de rodillas. Nosotros aguantamos diez minutos.'),
  ],
  'transport/four-by-four': [
    en(5, 'I would not want to drive that road myself. He did it with one hand and good music.'),
    en(4, 'Stopped wherever we asked, even for a man selling cardamom.'),
    es(4, 'Vehículo en buen estado y chofer muy cuidadoso en las bajadas.'),
    en(4, 'Cheaper than it looks when four people share it.'),
    gt(5, 'Con esa lluvia yo no habría pasado en mi carro. Muy buen piloto.'),
  ],
  'transport/shuttle-flores': [
    en(4, 'The ferry at Sayaxché with its outboard motors is a sight in itself.'),
    en(3, 'Long and hot. The driver did what he could; the road did what it wanted.'),
    en(4, 'Leaves on time, and arrived in time for dinner by the lake.'),
    es(4, 'Viaje pesado pero bien organizado, con dos paradas decentes.'),
    es(3, 'Son muchas horas, pero el cruce en ferry se hace corto y hay buenas ventas.'),
  ],
};
