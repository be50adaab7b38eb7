/** What guests write, by rating. */
export const reviews: Readonly<Record<3 | 4 | 5, readonly string[]>> = {
  5: [
    'Exactly on time, small group, and a guide who answered every question of a curious eight-year-old.',
    'The best morning of three weeks in Guatemala. Go early.',
    'We had booked for two and were treated like family. Thank you for the coffee.',
    'Honest price, no shops on the way, and more than it says in the text.',
    'Scanned the ticket at the dock and off we went. So easy.',
    'I was afraid of the cold water. The guide was not. Neither am I now.',
    'You learn more here in three hours than in any museum.',
    'Twice in one trip: we liked it so much that we booked it again with friends.',
    'Quiet, patient, funny. Our guide made it.',
    'Came alone, left with five new friends and a recipe.',
    'Bring a dry bag and an empty stomach. Both were needed.',
    'The light at that hour is worth every minute of sleep it cost.',
  ],
  4: [
    'Very good. We left twenty minutes late because of the rain, and nobody minded.',
    'Lovely place and people; a little more time for swimming would be nice.',
    'Good value. The path was muddier than I expected, so bring proper shoes.',
    'Great guide. The boat was full, so sit at the front if you have long legs.',
    'All as described. Lunch was simple and good.',
    'We enjoyed it a lot. Signs at the meeting point would help.',
  ],
  3: [
    'Nice, but the weather took the view. Not anybody’s fault.',
    'Fine for an afternoon. It was a holiday and therefore crowded.',
    'The place is beautiful. The second half felt a little rushed.',
  ],
};

export const replies = [
  'Thank you! The coffee is always on.',
  'Thank you for coming. We have passed it on to the crew.',
  'You are right about the sign. It is being painted.',
  'Come back in the dry season, the colours are different.',
] as const;

/** Conversations about a booking: tourist and guide by turns. */
export const conversations = [
  [
    'Hello, we have a rental car. Is there a place to park it safely?',
    'Yes, behind the office, free for guests. Ask for Nery.',
  ],
  ['Can we bring a small drone?', 'Please leave it in the bag, it frightens the birds.', 'Understood!'],
  ['Is lunch vegetarian if we ask?', 'Yes. Tell me how many and I will tell the kitchen.', 'Two, thank you.'],
  [
    'We may be ten minutes late from the bus. Will you wait?',
    'We wait for fifteen. Send me a message when you are at the bridge.',
  ],
  ['What should we wear?', 'Shoes that may get wet, and something with long sleeves for the sun.'],
] as const;
