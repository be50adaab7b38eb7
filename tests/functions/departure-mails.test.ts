import { expect, test } from 'vitest';
import { writeMail } from '../../supabase/functions/_shared/mail/write-mail.ts';
import { APP, booking, departureOffer, endedWithDeparture } from './mail-samples.ts';

const { code, offer } = departureOffer;

test('says why the departure was cancelled, names other dates and links to the choice', async () => {
  const { subject, text } = await writeMail('departure_offer', departureOffer, APP);
  expect(subject).toBe(`Departure cancelled: ${booking.title}, Dec 5`);
  for (const said of [
    'The road or the river is closed.',
    'The harbour master closed the river.',
    'December 6',
    'December 7',
    '9:00 AM',
    'Q1,351.00',
    "If we don't hear from you by Saturday, December 5, 2026, 9:00 AM, local time, we'll refund Q1,351.00 to you automatically.",
    `${APP}/offer#${code}`,
  ])
    expect(text).toContain(said);
});

test.each([
  ['its guest had paid by card', {}, 'refunding Q1,351.00 to the card'],
  [
    'its guest had paid in cash',
    { payment_method: 'cash', refund_due: 0, walk_in: true },
    'Please ask for your refund of Q1,351.00 where you paid',
  ],
])('the email of a booking that ends with its departure gives the reason: %s', async (_, changes, money) => {
  const { subject, text, html } = await writeMail('booking_cancelled', { ...endedWithDeparture, ...changes }, APP);
  expect(subject).toBe(`Departure cancelled: ${booking.title}, Dec 5`);
  for (const said of [
    `We're sorry: ${booking.title} has been cancelled.`,
    'The road or the river is closed.',
    'The harbour master closed the river.',
    money,
  ])
    expect(text).toContain(said);
  for (const shown of [text, html]) expect(shown).not.toContain('cancelled this booking');
});

test('the dates are listed by day and time', async () => {
  const [choice] = offer.choices;
  const dates = [
    ['2026-12-06', '15:00:00'],
    ['2026-12-04', '09:00:00'],
    ['2026-12-06', '08:00:00'],
  ];
  const choices = dates.map(([service_date, start_time]) => ({ ...choice, service_date, start_time }));
  const { text } = await writeMail('departure_offer', { ...departureOffer, offer: { ...offer, choices } }, APP);
  expect(
    [...text.matchAll(/Another date: .*(December \d).*?(\d+:00)/g)].map(([, day, hour]) => `${day} ${hour}`),
  ).toEqual(['December 4 9:00', 'December 6 8:00', 'December 6 3:00']);
});

test('mentions no refund if nothing was paid, and names three of many dates', async () => {
  const choices = Array.from({ length: 9 }, (_, n) => ({ ...offer.choices[0], service_date: `2026-12-1${n}` }));
  const { text } = await writeMail(
    'departure_offer',
    { ...departureOffer, offer: { ...offer, message: null, refund_amount: 0, choices } },
    APP,
  );
  expect(text).not.toContain('Refund');
  expect(text).toContain("There's nothing to pay.");
  expect(text).toContain('December 12');
  expect(text).not.toContain('December 13');
});

test.each([
  ['en', 'Castle on foot: Sunday, December 6', 'also suggests Castle on foot.'],
  ['es', 'Castillo a pie: domingo, 6 de diciembre', 'también propone Castillo a pie.'],
])(
  'names another service after three dates of the same one, with its price on the page: %s',
  async (language, when, words) => {
    const [choice] = offer.choices;
    const own = Array.from({ length: 9 }, (_, n) => ({
      ...choice,
      service_id: offer.service_id,
      service_date: `2026-12-1${n}`,
    }));
    const castle = {
      service_id: 'castle',
      title: 'Castle on foot',
      titles: { en: 'Castle on foot', es: 'Castillo a pie' },
      service_date: '2026-12-06',
      start_time: '15:30:00',
    };
    const choices = [...own, castle, { ...castle, service_date: '2026-12-08' }];
    const data = { ...departureOffer, language, offer: { ...offer, choices } };
    const { text, html } = await writeMail('departure_offer', data, APP);
    for (const shown of [text, html]) expect(shown).toContain(words);
    expect(text).toContain(when);
    expect(text).toMatch(/3:30\sp|3:30\sP/);
    expect(text).not.toMatch(/December 8|8 de diciembre/);
  },
);

test.each([
  ['a guest who has not paid', { refund_amount: 0 }, false, 'or cancel your booking.'],
  [
    'the holder of a ticket that someone else paid for',
    {},
    true,
    'If you cancel, the refund goes to the person who paid for this ticket.',
  ],
])('promises no money to %s', async (_, changes, paid_by_other, words) => {
  const data = { ...departureOffer, paid_by_other, offer: { ...offer, ...changes } };
  const { text, html } = await writeMail('departure_offer', data, APP);
  expect(text).toContain(words);
  for (const shown of [text, html]) expect(shown).not.toMatch(/or a refund|to you automatically/);
});

test('says that the hold on an uncharged card is released, without a refund', async () => {
  const data = { ...departureOffer, offer: { ...offer, card_waits: true } };
  const { text, html } = await writeMail('departure_offer', data, APP);
  expect(text).toContain("We haven't charged your card, and we'll release the hold on it if you cancel.");
  expect(text).toContain("we'll cancel your booking and release the hold on your card. You won't be charged.");
  for (const shown of [text, html]) {
    expect(shown).not.toContain('Refund');
    expect(shown).not.toContain('money back');
    expect(shown).not.toContain('refund Q1,351.00');
  }
});

test('asks for the difference after a more expensive service was chosen by phone, with the deadline', async () => {
  const hold = {
    title: 'Castillo',
    service_date: '2026-12-06',
    start_time: '12:00:00',
    total_price: 80,
    expires_at: '2026-12-04T15:15:00Z',
  };
  const { subject, text } = await writeMail('departure_offer', { ...departureOffer, offer: { ...offer, hold } }, APP);
  expect(subject).toBe(`Pay the difference to change your trip: ${booking.title}`);
  for (const said of ['Castillo: ', 'To pay: Q80.00', 'Pay the difference', `${APP}/offer#${code}`, '9:15 AM'])
    expect(text).toContain(said);
  for (const other of ['December 7', 'another date', 'money back', 'Refund', '1,351.00'])
    expect(text).not.toContain(other);
});

test('calls a date of the same service so in each language', async () => {
  const title = 'Lancha por el cañón';
  const [choice] = offer.choices;
  const choices = [{ ...choice, titles: { en: booking.title, es: title } }];
  const data = { ...departureOffer, language: 'es', title, offer: { ...offer, choices } };
  const { text } = await writeMail('departure_offer', data, APP);
  expect(text).toContain('Otra fecha');
  expect(text).not.toContain(booking.title);
});

test('sends the new ticket of a moved booking', async () => {
  const { subject, text, attachments } = await writeMail('booking_moved', booking, APP);
  expect(subject).toContain('Your new ticket');
  expect(text).toContain('the old one no longer works');
  expect(attachments?.map(({ filename }) => filename)).toContainEqual(expect.stringMatching(/\.png$/));
});

test('names the other chosen service, and its meeting place', async () => {
  const moved_from = { title: 'Laguna azul', place: 'The pier of Livingston' };
  const { text } = await writeMail('booking_moved', { ...booking, moved_from }, APP);
  expect(text).toContain(`This is a different trip: ${booking.title} instead of Laguna azul, which was cancelled.`);
  expect(text).toContain(`The trip starts at ${booking.meeting_point} instead of The pier of Livingston.`);
  const same = await writeMail(
    'booking_moved',
    { ...booking, moved_from: { ...moved_from, place: booking.meeting_point } },
    APP,
  );
  expect(same.text).not.toContain('The trip starts at');
});

test('sends the ticket with all people after some were added', async () => {
  const { subject, text } = await writeMail('booking_enlarged', { ...booking, num_people: 3, price_now: 2026.5 }, APP);
  expect(subject).toMatch(/^Your booking is now for more people: /);
  expect(text).toContain('Your booking is now for 3 people. Your ticket stays the same.');
  expect(text).toContain('2,026.50');
});

test.each(['booking_moved', 'booking_reduced'])(
  '%s contains the refund of the change, and its recipient',
  async (template) => {
    const given = { ...booking, changed: { refund_amount: 500 } };
    expect((await writeMail(template, given, APP)).text).toContain("We're refunding Q500.00 to your card.");
    const { text } = await writeMail(template, { ...given, paid_by_other: true }, APP);
    expect(text).toContain('Any refund goes to the person who paid for this ticket');
    expect(text).not.toContain('500.00');
  },
);

test('sends the ticket with the remaining people after some dropped out', async () => {
  const { subject, text, attachments } = await writeMail(
    'booking_reduced',
    { ...booking, num_people: 1, price_now: 675.5, paid: 1351, refund_due: 500 },
    APP,
  );
  expect(subject).toMatch(/^Your booking is now for fewer people: /);
  expect(text).toContain('Your booking is now for 1 person. Your ticket stays the same.');
  // Same as on ticket and receipt: if a fee was kept, more is left of the payment than the price.
  for (const said of [/Paid: Q1,351.00/, /Refunded: Q500.00/, /Total paid: Q851.00/]) expect(text).toMatch(said);
  expect(text).not.toContain('675.50');
  expect(attachments?.map(({ filename }) => filename)).toContainEqual(expect.stringMatching(/\.png$/));
});
