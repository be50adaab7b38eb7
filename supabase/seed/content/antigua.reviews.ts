import { en, es, type Voices } from './voices.ts';

export const antiguaReviews: Voices = {
  historian: [
    en(
      5,
      'I walked past these ruins for three days and saw stones. After this morning I saw kitchens, cells and earthquakes.',
    ),
    en(5, 'Paola draws a missing vault in the air with one finger, and for a second it is there.'),
    es(
      5,
      'Soy de la capital y creía conocer Antigua. Qué equivocado estaba.',
      'Eso me lo dicen mucho los capitalinos. ¡Vuelvan para Semana Santa!',
    ),
    en(
      4,
      'Excellent guide, and plenty of dates. A coffee stop in the middle would help us mortals.',
      'A fair point. There is a bench and a coffee at La Merced now.',
    ),
    en(5, 'The part about the nuns of Las Capuchinas was better than any novel.'),
    en(4, 'The cobbles are murder in sandals. The text says so and I did not listen.'),
    en(5, 'Every question answered, with a source. A rare thing on a walking tour.'),
    en(3, 'Very knowledgeable, but with twelve of us it was hard to hear near the traffic.'),
  ],
  acatenango: [
    en(5, 'Fuego went off while I was brushing my teeth. I dropped the brush. No regrets.'),
    en(5, 'The hardest walk of my life, and I am writing this with blisters and a grin.'),
    en(4, 'The last hour of sand is two steps up, one step back. Rent the poles and the porter.'),
    en(
      5,
      'Luis sets a pace at which everybody arrives, and hot chocolate waits at the top.',
      'Slow is fast on that mountain. Well walked!',
    ),
    es(5, 'Ver el Fuego de noche desde el campamento no se compara con nada. Vayan bien abrigados.'),
    en(5, 'Minus two degrees, no sleep, embers like fireworks every fifteen minutes. Perfect.'),
    en(4, 'Great crew and good food. The sleeping bags were warm, the mats could be thicker.'),
    en(
      3,
      'Cloud the whole night. I heard the volcano and never saw it; that is the mountain’s choice.',
      'You heard it well, then. Come again in the dry months; I will look for your name.',
    ),
    en(5, 'At the summit the sun came up over Agua, and six strangers hugged each other.'),
  ],
  'coffee-harvest': [
    en(5, 'I filled a basket in two hours. Carmen fills four. I will never complain about the price of coffee again.'),
    en(5, 'A real family, a real farm, no gift shop. The beans at the end were the best I had in Guatemala.'),
    en(4, 'Take the early bus to Dueñas, and a hat. A lovely, unhurried morning.'),
    es(
      5,
      'Doña Carmen explica todo con paciencia y cariño. Salimos con café recién tostado todavía tibio.',
      'Aquí tienen su casa.',
    ),
    en(5, 'I learned that the thing in my cup is a fruit. Embarrassing, and delicious.'),
    en(4, 'There was no picking that day, so we roasted. Honestly that was just as good.'),
  ],
  pepian: [
    en(
      5,
      'Toasting everything on the comal for an hour is the secret. My flat smelled of it for days when I tried it at home.',
    ),
    en(5, 'The market alone is worth it: Carmen knows every stall and who is whose cousin.'),
    en(5, 'Vegetarian version without a fuss, and it was the one that everybody finished first.'),
    es(4, 'Muy rico y muy bien explicado. Vayan con hambre, porque las porciones son de abuela.'),
    en(4, 'Four hours go by quickly. The kitchen is small and gets warm.'),
    en(5, 'The recipe she hands out has grams in it. A cook who respects cooks.'),
  ],
  pacaya: [
    en(5, 'Marshmallows over a volcano. I am thirty-eight years old and this made my month.'),
    en(4, 'A wide path, easy going, ponies for those who want one. The way down in the dark was fun.'),
    en(3, 'Crowded at the lava field that afternoon, and the drive back took long.'),
    en(
      4,
      'A good first volcano if you have just arrived and the altitude bites. Have the Q100 for the gate ready in cash.',
    ),
    es(4, 'Subida tranquila, apta para niños grandes. Lleven chumpa, arriba hace viento.'),
    en(5, 'Stars above, the lights of the capital below, warm stones under my boots.'),
  ],
  'photo-walk': [
    en(5, 'The Arch without a single person. I had believed such a picture was done with software.'),
    en(
      5,
      'Paola knows where the light falls at 5:52 and where it falls at 6:10.',
      'And on Sundays at 6:04, behind the bell.',
    ),
    en(4, 'A good eye and kind corrections. Two hours end just when the bakeries open, luckily.'),
    es(5, 'Solo llevé mi teléfono y salí con las mejores fotos del viaje.'),
    en(5, 'My partner is the photographer; I came for the walk and enjoyed it as much.'),
  ],
  'villages-bicycle': [
    en(5, 'Coffee on both sides, three volcanoes ahead, and hardly a car for two hours.'),
    en(
      4,
      'Good bicycles with brakes that brake. The hill is real.',
      'We call it the Hill of Conversations, because they stop there.',
    ),
    en(4, 'The weavers in San Antonio did not push us to buy anything. Naturally I bought three things.'),
    es(4, 'Bonito recorrido y buen ritmo. El sol pega fuerte a partir de las diez.'),
    en(3, 'A nice route, but my saddle was too high and the stop to fix it came late.'),
  ],
  'transport/shuttle-rio-dulce': [
    en(4, 'Seven hours that felt like five: good driver, good stops, and pineapple at Teculután.'),
    en(5, 'Fetched at the hotel door at ten past six, and in time for a swim in the river.'),
    es(4, 'Buen viaje. La parada del desayuno es corta pero suficiente.'),
    en(3, 'Hot once you leave the highlands, and the back row has no vent. Sit in the middle.'),
    en(4, 'I travelled alone and had someone to talk to by Guastatoya.'),
  ],
  'transport/shuttle-lanquin': [
    en(4, 'A long road, well driven. The last stretch shakes you awake whether you want it or not.'),
    en(
      3,
      'Nine hours became ten and a half because of a landslide. The driver kept us informed.',
      'Thank you for your patience. That stretch has been cleared.',
    ),
    en(4, 'They mean it about the pillow.'),
    es(4, 'Largo pero con vistas preciosas después de Cobán.'),
  ],
  'transport/shuttle-panajachel': [
    en(5, 'Down the bends with the lake in front of you: ask for a seat on the right.'),
    en(4, 'On time, and straight to the dock for the ten o’clock boat.'),
    es(5, 'Rápido, limpio y puntual. Lo usamos de ida y de vuelta.'),
    en(4, 'The bends after Sololá are serious. Eat lightly.'),
    en(3, 'Four hotels to collect from before we left town. Add half an hour.'),
  ],
  'transport/airport-car': [
    en(
      5,
      'Landed at one in the morning with two sleeping children. Child seats in, water in the door, home in an hour.',
    ),
    en(5, 'My flight was three hours late and he was there, with my name and a smile.'),
    es(5, 'Puntual y amable. Vale cada quetzal cuando uno llega de noche.'),
    en(4, 'Easy to find outside the glass doors. Traffic in Mixco, as always.'),
  ],
};
