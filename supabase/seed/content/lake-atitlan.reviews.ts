import { en, es, type Voices } from './voices.ts';

export const lakeAtitlanReviews: Voices = {
  'indian-nose': [
    en(5, 'The volcanoes appear one after the other, like people entering a room. Then Fuego puffs on the horizon.'),
    en(5, 'Diego had a blanket for everyone and a joke for every steep bit.'),
    en(
      4,
      'Cold! I wore everything I own. The coffee at the top has never tasted better.',
      'Four degrees that morning. You were braver than my cousin.',
    ),
    es(5, 'El amanecer más bonito de mi vida, sin exagerar. Diego es una gran persona.'),
    en(4, 'A short but steep climb in the dark. Bring a head torch with fresh batteries.'),
    en(3, 'We sat in a cloud until seven. Then it opened for two minutes, and those were good minutes.'),
    en(5, 'Three in the morning seemed a mad idea, until about half past five.'),
  ],
  'three-villages': [
    en(5, 'In Santiago we drank a beer with Maximón. In San Juan a honey bee sat on my nose. Quite a day.'),
    en(5, 'Nicolás greets half the lake by name, and so every door opened.'),
    en(4, 'Three villages are a lot for one day. I would gladly have stayed longer in San Juan.'),
    es(
      5,
      'Por fin alguien que explica la cofradía con respeto y no como espectáculo.',
      'Maltyox. Así me lo enseñó mi abuelo.',
    ),
    en(4, 'The boat is quick and dry in the morning. We were back before the wind, as promised.'),
    en(5, 'No one herded us into shops. We asked to go into one, and they waited.'),
    en(3, 'Interesting stops, but it was market day and San Pedro was packed.'),
  ],
  weaving: [
    en(5, 'My band is crooked, my hips hurt, and it hangs framed in my kitchen.'),
    en(
      5,
      'Rosalinda unpicked the same mistake of mine four times and smiled each time.',
      'The fifth time it was right!',
    ),
    en(5, 'Watching cotton turn red from an insect is close to magic.'),
    es(5, 'Una mañana muy humana. Se paga directamente a la cooperativa y eso se agradece.'),
    en(4, 'Four hours on the floor is long for stiff knees. Ask for the little stool.'),
    en(5, 'I now understand why a huipil costs what it costs. It should cost more.'),
  ],
  'kayak-santa-cruz': [
    en(5, 'Glass water, three volcanoes upside down, and only our paddles to be heard.'),
    en(4, 'A refreshing swim off the rocks. Sunscreen: the altitude fools you.'),
    en(5, 'Nicolás pointed out gardens that no road reaches. I would like one, please.'),
    es(4, 'Muy bonito y tranquilo. Salgan temprano, porque a las diez ya hay olas.'),
    en(
      3,
      'Good trip, though the wind came early and we had to turn before the last bay.',
      'Better early home than wet. The last bay waits for you.',
    ),
    en(5, 'I am not sporty and kept up easily. The boats are wide and forgiving.'),
  ],
  'volcan-san-pedro': [
    en(5, 'Steep and honest, just as described. From the rim the boats look like commas.'),
    en(4, 'Four hours up on steps that were made for giants. Poles help on the way down.'),
    en(5, 'Starting at half past five gave us an hour of clear view before the cloud rolled in.'),
    es(4, 'Exigente. Lleven tres litros de agua, de verdad.'),
    en(
      4,
      'Diego showed me a quetzal’s hole in a dead trunk. The bird was out, sadly.',
      'Out for breakfast. In spring they are at home.',
    ),
  ],
  stars: [
    en(5, 'Not one lamp, not one engine. The Milky Way lay in the water as well.'),
    en(5, 'He told us what the stars were called in Tz’utujil, and my daughter now insists on those names.'),
    es(5, 'Mágico. Llevamos a mis papás por su aniversario y lloramos todos un poquito.'),
    en(4, 'Our first night was cloudy and he moved us to the next, as the text says. Take a blanket.'),
  ],
  'transport/lancha-san-pedro': [
    en(5, 'Left at eight on the dot. The others at the dock were still waiting for theirs to fill.'),
    en(4, 'Quick and smooth in the morning. In the afternoon hold on to your hat.'),
    en(4, 'Thirty-five quetzales, thirty-five minutes, three volcanoes. No complaints.'),
    es(4, 'Mucho mejor que negociar en el muelle.'),
    en(3, 'The last bench gets the spray, and I was on it.'),
    en(5, 'The captain carried my big bag up the steps without my asking.'),
  ],
  'transport/shuttle-antigua': [
    en(5, 'The stop above the lake is a proper farewell. Have the camera ready.'),
    en(4, 'Two and three quarter hours with the traffic in Chimaltenango. A relaxed driver.'),
    es(4, 'Bien, limpio y sin prisas. Nos dejó en la puerta del hotel.'),
    en(4, 'Easy. I slept through most of it, which says enough about the driving.'),
  ],
  'transport/chichi-market': [
    en(5, 'Copal smoke, flowers on the church steps, masks up to the ceiling. Four hours flew by.'),
    en(4, 'Go early into the food market in the middle; the textiles can wait.'),
    es(4, 'Hay que regatear con cariño. El bus nos esperó aunque llegamos cinco minutos tarde.'),
    en(
      3,
      'Overwhelming on a Sunday and hard to find the bus again. Take a photo of where it is parked.',
      'Good advice. We now hand out a small map on board.',
    ),
    en(5, 'I came home with a mask, two belts and a pineapple. Ample space on the roof for all.'),
  ],
};
