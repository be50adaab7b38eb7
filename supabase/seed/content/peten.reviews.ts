import { en, es, gt, type Voices } from './voices.ts';

export const petenReviews: Voices = {
  'tikal-sunrise': [
    en(5, 'No sun, only mist and howlers. I would not trade it for any sunrise.'),
    en(5, 'Abel asked us to be quiet for half an hour on Temple IV, and forty people obeyed. That says it all.'),
    en(
      5,
      'Two toucans landed below our feet while the combs came out of the fog.',
      'They come every morning. They want to see the visitors.',
    ),
    en(4, 'Leaving at three is brutal, and the breakfast is plain. The forest makes up for everything.'),
    es(5, 'Se me puso la piel de gallina con los monos aulladores en la oscuridad. Inolvidable.'),
    en(5, 'Four hours of ruins after no sleep, and I did not yawn once. What a storyteller.'),
    en(
      3,
      'Fog until nine, so I saw little from the top. The tour afterwards was excellent.',
      'The fog is part of the temple. Come at sunset once: that is when it is clear.',
    ),
    en(5, 'Buying the tickets with a passport at the gate takes an hour. We walked past that queue.'),
    gt(5, 'Vine con la escuela hace veinte años y no me acordaba de nada. Esto ya no se me olvida.'),
  ],
  'tikal-day': [
    en(5, 'Mirna reads the glyphs aloud, in Maya first. The stelae suddenly talk.'),
    en(5, 'She tells you what is known, what is guessed, and who disagrees. A real scholar.'),
    en(4, 'Hot by noon, but most of the way is in the shade. Two litres of water at least.'),
    es(
      5,
      'Mi hija de nueve años quiere ser arqueóloga desde entonces.',
      'Que me escriba dentro de diez años: siempre faltan manos.',
    ),
    en(4, 'Lunch at the comedor was simple and good. I could have stayed another hour at the Lost World.'),
    en(5, 'A coati stole my banana. Everything else went to plan.'),
    es(5, 'Mirna no suelta datos: cuenta historias. Se nos fue el día.'),
  ],
  'yaxha-sunset': [
    en(5, 'Eleven people on a pyramid between two lagoons. At Tikal there were two hundred.'),
    en(5, 'The spider monkeys threw twigs at us. Mirna says that it is a compliment.', 'From a monkey, it is.'),
    en(4, 'The road in is rough. The sky on the way out was purple for half an hour.'),
    es(5, 'Menos gente que Tikal y un atardecer de película.'),
    en(4, 'We counted seven pairs of crocodile eyes with the torch. The boys were in heaven.'),
    en(3, 'Clouds at the decisive moment. Still a beautiful, quiet site.'),
    gt(4, 'Al fin un lugar así sin filas. Lleven repelente, que a los zancudos también les gusta el atardecer.'),
  ],
  'lake-dusk': [
    en(5, 'The rope swing at sunset. I am fifty-one. Nobody filmed it, I hope.', 'Nobody. I only have the sound.'),
    en(5, 'Our own boat, our own music, and Flores lighting up like a birthday cake.'),
    en(4, 'A pleasant end to a hot day. The climb to the mirador needs proper shoes.'),
    es(5, 'Perfecto para despedirse de Petén. Wilmer nos llevó donde no había nadie.'),
    es(4, 'Un paseo corto y muy agradable. El columpio es para todas las edades.'),
  ],
  'cerro-cahui': [
    en(5, 'Ocellated turkeys look as if a child had been given all the paints.'),
    en(4, 'An easy loop and good birds before eight. Long trousers against the ticks.'),
    es(4, 'Sendero bien cuidado y muy tranquilo. El mirador sobre la bahía vale la subida.'),
    en(5, 'Abel whistled, something whistled back, and then a trogon sat in front of us.'),
    en(4, 'Come with binoculars, or borrow his. Swim at El Remate afterwards.'),
    gt(5, 'Los pavos peteneros se pasean como si cobraran la entrada.'),
  ],
  chicleros: [
    en(5, 'Chewing gum that I saw drip from a tree. It tastes of forest and loses its taste in a minute.'),
    en(4, 'A rough road and a long day, and a museum in a living room with better pots than the capital.'),
    es(
      5,
      'La historia de los chicleros contada por el nieto de uno. Muy auténtico.',
      'Mi abuelo se habría sentado a contarla él mismo.',
    ),
    en(4, 'Lunch in Uaxactún: beans, handmade tortillas, and an old lady who beat me at cards.'),
    gt(5, 'Mi abuelo también fue chiclero, por Carmelita. Salí con un nudo en la garganta.'),
  ],
  'transport/shuttle-tikal': [
    en(5, 'Simple: out at seven, back when you have had enough.'),
    en(4, 'On time in both directions. The driver pointed out the jaguar signs, though no jaguar.'),
    es(4, 'Buen precio y puntual. La vuelta de las tres y media se llena.'),
    en(4, 'Stops at El Remate, so you may get off for a swim and take the next one.'),
    en(
      3,
      'Two vans were merged into one on the way back, and it was tight.',
      'That should not happen. We run both now, however few they are.',
    ),
    gt(4, 'Práctico y sin vueltas. Los chapines pagan menos en la entrada: lleven su DPI.'),
  ],
  'transport/shuttle-rio-dulce': [
    en(4, 'Straight south with a good stop at Poptún. I just caught the afternoon boat.'),
    en(5, 'Friendly driver, clean van, and room for my surfboard, which raised some eyebrows.'),
    es(4, 'Carretera en buen estado y conductor prudente.'),
    en(3, 'We left forty minutes late, waiting for two guests from another hotel.'),
    es(4, 'Cuatro horas y media con la parada. Música a buen volumen, o sea, bajita.'),
  ],
  'transport/belize-car': [
    en(
      5,
      'He walked with me to the window, told me which fee is real and which is not, and waved from the other side.',
    ),
    en(4, 'A quick drive and a clean car. Have quetzales left for the exit.'),
    es(4, 'Muy servicial con los trámites de la frontera.'),
    en(5, 'Ninety minutes with a driver who tells good stories about smuggled cheese.'),
  ],
};
