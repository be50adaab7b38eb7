// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest';
import { TEMPLATES } from '../../src/features/management/bookings/booking/emails/labels.ts';
import { writeMail } from '../../supabase/functions/_shared/mail/write-mail.ts';
import {
  APP,
  booking,
  cancelledBooking,
  failedPayment,
  goNoGo,
  invitation,
  letter,
  manyTeamBookings,
  message,
  reminder,
  ride,
  samples,
  tomorrow,
} from './mail-samples.ts';

const write = (template: string, data: unknown) => writeMail(template, data, APP);
afterEach(() => void vi.useRealTimers());
const page = (html: string) => new DOMParser().parseFromString(html, 'text/html');

test('has a sample of each email that admins know by name, and no other', () => {
  expect([...new Set(samples.map(([, template]) => template))].sort()).toEqual(Object.keys(TEMPLATES).sort());
});

test('refuses an unknown template by its name', async () => {
  await expect(write('newsletter', { full_name: 'Ana' })).rejects.toThrow('There is no email template newsletter');
});

describe.each(samples)('the email "%s"', (_name, template, data) => {
  test('has the layout: language, dark colours, a preview, no picture from elsewhere', async () => {
    const { subject, html } = await write(template, data);
    const document = page(html);
    expect(document.documentElement.lang).toBe('en');
    expect(document.title).toBe(subject);
    expect(document.querySelector('meta[name="color-scheme"]')?.getAttribute('content')).toBe('light dark');
    expect(document.querySelector('style')?.textContent).toContain('prefers-color-scheme:dark');
    expect(document.querySelectorAll('h1')).toHaveLength(1);
    for (const picture of document.querySelectorAll('img')) expect(picture.src).toMatch(/^cid:/);
    // The structured data of a booking isn't a running script.
    expect(document.querySelectorAll('script:not([type="application/ld+json"]), link, iframe, form')).toHaveLength(0);
    for (const table of document.querySelectorAll('table')) expect(table.getAttribute('role')).toBe('presentation');
    for (const link of document.querySelectorAll('a')) expect(link.href).toMatch(/^https:\/\//);
  });

  test('has the same content as plain text and HTML', async () => {
    const { html, text } = await write(template, data);
    const document = page(html);
    const labels = text.replace(/\s+/g, ' ');
    for (const element of document.querySelectorAll(
      'h1, article p, [role=article] p, [role=article] td[dir], [role=article] div[dir]',
    )) {
      const said = element.textContent?.replace(/\s+/g, ' ').trim() ?? '';
      expect(labels).toContain(said);
    }
    for (const link of document.querySelectorAll('a')) expect(text).toContain(link.href);
    expect(text).not.toMatch(/undefined|null|NaN|\[object/);
    expect(html).not.toMatch(/undefined|>null<|NaN|\[object/);
  });
});

describe('the email of a booking', () => {
  test('confirms it with all that a guest needs to get there', async () => {
    const { subject, text, html } = await write('booking_confirmation', booking);
    expect(subject).toBe('Your booking: Castle & hot waterfall, Dec 5');
    for (const line of [
      'Hello Ana López,',
      'Date: Saturday, December 5, 2026',
      'Time: 2:30 PM',
      'Guests: 2 (shared)',
      'Meeting point: The blue dock below the bridge in Fronteras\n  https://maps.example/blue-dock',
      'Guide: Elmer Caal',
      'Total: Q1,351.00',
      'Payment: Paid by card',
      'Cancellation: Free until 3 days before the start, then a 50% refund until 24 hours before',
      '82A0 EA32',
    ])
      expect(text).toContain(line);
    // The check-in page is for staff. Guests would be refused there.
    expect(text + html).not.toContain('/check-in/');
    expect(html).toContain('Castle &amp; hot waterfall');
  });

  test('names the pickup with its map for a ride paid in cash', async () => {
    const { text } = await write('booking_confirmation', ride);
    expect(text).toContain(
      'Pickup: Central park of Antigua\n  https://maps.example/antigua\nDirections: In front of the fountain',
    );
    expect(text).toContain('Payment: In cash, at the meeting point');
    expect(text).toContain("Cancellation: Free until the trip starts. You haven't paid anything yet.");
    expect(text).not.toContain('Meeting point:');
  });

  test('links to a search for the place without the operator’s map', async () => {
    const { text } = await write('booking_confirmation', { ...booking, meeting_point_link: null });
    expect(text).toMatch(
      /Fronteras\n {2}https:\/\/www\.google\.com\/maps\/search\/\?api=1&query=The%20blue%20dock.*R%C3%ADo%20Dulce/,
    );
  });

  test("links a place without a text under the territory's name", async () => {
    const { text } = await write('booking_confirmation', { ...booking, meeting_point: null });
    expect(text).toContain('Meeting point: Río Dulce\n  https://maps.example/blue-dock');
  });

  test('omits a missing time, place or code', async () => {
    const bare = {
      ...booking,
      start_time: null,
      meeting_point: null,
      meeting_point_link: null,
      guide_name: null,
      check_in_code: null,
      calendar: null,
      full_name: '',
    };
    const { text, attachments } = await write('booking_confirmation', bare);
    expect(text).toContain('Hello,\n');
    expect(text).not.toMatch(/Time:|Meeting point:|Guide:|check-in/);
    expect(attachments).toEqual([]);
  });

  test('has two decimals in every currency, like the screens', async () => {
    const yen = {
      ...booking,
      currency_code: 'JPY',
      currency_symbol: '¥',
      paid: 1351,
      refund_due: 1351,
      refunded: 1351,
    };
    expect((await write('booking_refunded', yen)).text).toContain('Refunded: ¥1,351.00\n');
    expect((await write('booking_refunded', yen)).subject).toBe('Refund of ¥1,351.00: Castle & hot waterfall');
  });

  test.each([
    ['the tourist, half refunded', {}, ['You cancelled this booking', 'refunding Q675.50 to the card']],
    ['the tourist, nothing refunded', { refund_due: 0 }, ['there is no refund']],
    ['the tourist, not charged yet', { refund_due: 0, released: true }, ['We never charged your card']],
    ['the staff', { ended_by: 'staff' }, ['The Río Dulce team cancelled', 'message them from My Bookings']],
    ['the staff, without an account', { ended_by: 'staff', walk_in: true }, ['please ask where you booked.']],
    ['the tourist, cash not paid', { payment_method: 'cash', paid: 0, refund_due: 0 }, ["You hadn't paid yet"]],
    ['the tourist, cash paid', { payment_method: 'cash', refund_due: 0 }, ['get your refund in person']],
    [
      'the staff, cash returned',
      { payment_method: 'cash', ended_by: 'staff' },
      ['The team refunded you Q675.50 in cash'],
    ],
    ['a card that could not be charged', { ended_by: 'payment', refund_due: 0 }, ["couldn't charge your card"]],
  ])('cancelled by %s says where the money is', async (_who, changes, texts) => {
    const { text } = await write('booking_cancelled', { ...cancelledBooking, ...changes });
    for (const said of texts) expect(text).toContain(said);
    expect(text).not.toContain(booking.check_in_code);
  });
});

describe('the email of a failed payment', () => {
  test('links to held seats with the local deadline, and its date where it is not today there', async () => {
    const at = async (now: string) => {
      vi.setSystemTime(now);
      return (await write('payment_failed', failedPayment)).text;
    };
    const text = await at('2026-11-21T20:30:00Z');
    expect(text).toContain('until 2:45 PM (Río Dulce time)');
    expect(await at('2026-11-21T06:00:00Z')).toContain('until 2:45 PM (');
    expect(await at('2026-11-21T05:59:00Z')).toContain('until Saturday, November 21, 2026, 2:45 PM (');
    expect(text).toContain(`Try again:\n${APP}/experiences/${failedPayment.service_id}`);
  });
  test('links to other times if the seats are sold', async () => {
    const { text } = await write('payment_failed', { ...failedPayment, kind: 'transport', held_until: null });
    expect(text).toContain("We've released your seats");
    expect(text).toContain(`Book again:\n${APP}/transport/${failedPayment.service_id}`);
  });
});

test('contains the old and new values of a change to be paid for, and that the booking can stay as it is', async () => {
  const planned = { service_date: '2026-12-08', start_time: '08:00:00', people: 4, joining: ['Eva Lux'] };
  const data = { ...booking, changed: { due: 185, pay_by: '2026-12-01T20:00:00Z', moves: true, planned } };
  vi.setSystemTime('2026-12-01T14:00:00Z');
  const { text } = await write('booking_changed', data);
  expect(text).toContain('It costs Q185.00 more.');
  expect(text).toContain("Please pay by 2:00 PM, local time. Your booking stays as it is until you've paid.");
  vi.setSystemTime('2026-11-30T20:00:00Z');
  expect((await write('booking_changed', data)).text).toContain('by Tuesday, December 1, 2026, 2:00 PM, local time');
  expect(text).toMatch(/New date: .*December 8, 2026.* instead of /);
  expect(text).toContain('For 4 people instead of 2.');
  expect(text).toContain('Joining: Eva Lux.');
  expect(text).toContain('No, keep my booking');
});

test('says that a change to be paid for was withdrawn, which one, and that the ticket is still valid', async () => {
  const planned = { service_date: '2026-12-08', start_time: '08:00:00', people: 4, joining: ['Eva Lux'] };
  const { subject, text } = await write('booking_changed', { ...booking, changed: { withdrawn: true, planned } });
  expect(subject).toMatch(/^Your booking stays as it is: /);
  expect(text).toContain('nothing was charged');
  expect(text).toContain('For 4 people instead of 2.');
  expect(text).toContain('still valid');
  expect(text).not.toContain('Review and pay');
});

test('asks for a passport photo where the trip needs one and the booking has none', async () => {
  const changed = { date: { service_date: '2026-12-04', start_time: '08:00:00' } };
  const asks = async (more: object) =>
    (await write('booking_changed', { ...booking, changed, ...more })).text.includes('needs a passport photo');
  expect([await asks({ lacks_passport: true }), await asks({})]).toEqual([true, false]);
});

test('names the earlier trip, and no new date if only the trip is another one', async () => {
  const { booking_date: service_date, start_time } = booking;
  const moved_from = { title: 'A walk', place: 'Main square' };
  const { text } = await write('booking_changed', {
    ...booking,
    moved_from,
    changed: { date: { service_date, start_time } },
  });
  expect(text).toContain('instead of A walk');
  expect(text).not.toContain('New date');
  // A later correction is no move.
  expect(
    (await write('booking_changed', { ...booking, moved_from, changed: { corrected: ['hotel'] } })).text,
  ).not.toContain('A walk');
});

test('says that a difference was settled in cash, without promising a card refund', async () => {
  const cash = { ...booking, payment_method: 'cash', payment_status: 'completed' };
  const less = (await write('booking_changed', { ...cash, changed: { people: 3, refund_amount: 175.5 } })).text;
  expect(less).toContain('The team has refunded Q175.50 in cash.');
  expect(less).not.toContain('card');
  const more = (await write('booking_changed', { ...cash, changed: { people: 1, cash_paid: 175.5 } })).text;
  expect(more).toContain('You paid Q175.50 more in cash.');
});

test('says that the booking is unchanged after a payment for an impossible change', async () => {
  const { text } = await write('payment_failed', {
    ...failedPayment,
    reason: 'returned',
    held_until: null,
    of_change: true,
  });
  expect(text).toContain('Your booking is still as shown in My Bookings');
  expect(text).toContain(`${APP}/bookings\n`);
  expect(text).not.toMatch(/couldn't make your booking|Book again/);
});

test('says that the booking was changed in another way before, and not that the payment was late', async () => {
  const given = { ...failedPayment, reason: 'returned', held_until: null, of_change: true, replaced: true };
  const { text } = await write('payment_failed', given);
  expect(text).toContain('Your booking was changed in another way before you paid');
  expect(text).not.toContain('too late');
});

describe('emails between people', () => {
  test('contain a message as it was written, and the link to the conversation', async () => {
    const one = { ...message, messages: [{ text: '<b>Hi</b>\n& "see" you', sender_name: 'Marta' }] };
    const { subject, html, text } = await write('message', one);
    expect(subject).toBe('New message from Marta');
    expect(html).toContain('&lt;b&gt;Hi&lt;/b&gt;\n&amp; &quot;see&quot; you');
    expect(html).not.toContain('<b>');
    const href = `${APP}/bookings/transport/${booking.booking_id}/messages`;
    expect(page(html).querySelector('a')?.href).toBe(href);
    expect(text).toContain(`<b>Hi</b>\n& "see" you\n\nRead and reply:\n${href}\n`);
  });

  test('name the writers of several messages', async () => {
    const both = { ...message, messages: [...message.messages, { text: 'Hola', sender_name: 'Elmer' }] };
    const { subject, text } = await write('message', both);
    expect(subject).toBe('3 new messages from Marta Choc and Elmer');
    expect(text).toContain('Elmer:\nHola');
  });

  test('never contain a check-in code in a message', async () => {
    const { subject, html, text } = await write('message', { ...message, check_in_code: 'c0ffee', code: 'c0ffee' });
    expect(subject + html + text).not.toContain('c0ffee');
  });

  test("contain an invitation's code only in its link", async () => {
    const { subject, html, text } = await write('invite', { ...invitation, roles: ['tour_guide', 'territory_staff'] });
    expect(subject).toBe('Join Territorio in Río Dulce');
    expect(text).toContain('Lucía Pop has invited you to join Río Dulce. Your role: tour guide and region staff.');
    expect(text).toContain('expires on Saturday, December 5, 2026');
    expect(page(html).querySelector('a')?.href).toBe(`${APP}/callback?invite=${invitation.code}`);
    expect(page(html).body.textContent).not.toContain(invitation.code);
  });

  test('are answered to their writer if they come from the contact form', async () => {
    expect(await write('contact_message', letter)).toMatchObject({
      subject: 'Contact: Boats',
      reply_to: 'ana@example.test',
    });
    expect((await write('contact_message', { ...letter, subject: ' ' })).subject).toBe('Contact: No subject');
  });
});

describe('hostile words', () => {
  const evil = `Eve\r\nBcc: all@example.test \u202e\u0000</title></td><script>alert(1)</script><img src=x onerror=alert(1)>" onload="x ${'x'.repeat(300)}`;
  const hostile: [string, unknown][] = [
    [
      'booking_confirmation',
      {
        ...ride,
        title: evil,
        full_name: evil,
        territory_name: evil,
        pickup_location: evil,
        pickup_directions: evil,
        hotel_name: evil,
        pickup_map: 'javascript:alert(1)',
      },
    ],
    [
      'booking_confirmation',
      {
        ...booking,
        meeting_point: evil,
        meeting_point_link: 'javascript:alert(1)',
        guide_name: evil,
        check_in_code: `"><script>alert(1)</script>&x=1`,
      },
    ],
    ['booking_cancelled', { ...cancelledBooking, title: evil, currency_symbol: '<script>' }],
    ['payment_failed', { ...failedPayment, title: evil, territory_name: evil }],
    [
      'message',
      {
        ...message,
        full_name: evil,
        messages: [
          { text: evil, sender_name: evil },
          { text: 'x', sender_name: null },
        ],
      },
    ],
    ['invite', { ...invitation, full_name: evil, inviter_name: evil, territory_name: evil, roles: [evil] }],
    ['contact_message', { name: evil, email: evil, subject: evil, message: evil }],
    ['review_request', { ...booking, title: evil, guide_name: evil }],
    [
      'reminder_evening',
      {
        ...reminder,
        title: evil,
        territory_name: evil,
        guide_name: evil,
        whatsapp_number: null,
        conditions: [{ ...reminder.conditions[0], subject: evil, state: evil, text: evil }],
        meeting_point_link: null,
      },
    ],
    [
      'team_bookings',
      {
        ...manyTeamBookings,
        territory_name: evil,
        bookings: manyTeamBookings.bookings.map((one) => ({ ...one, title: evil })),
      },
    ],
    [
      'tomorrow',
      {
        ...tomorrow,
        territory_name: evil,
        departures: tomorrow.departures.map((one) => ({ ...one, title: evil, leaders: [evil] })),
      },
    ],
    ['go_no_go', { ...goNoGo, title: evil, territory_name: evil, territory_id: evil, full_name: evil, roles: [evil] }],
  ];

  test.each(hostile)('in %s stay plain text', async (template, data) => {
    const mail = await write(template, data);
    const document = page(mail.html);
    expect(document.querySelectorAll('script:not([type="application/ld+json"]), [onerror], [onload]')).toHaveLength(0);
    for (const picture of document.querySelectorAll('img')) expect(picture.src).toMatch(/^cid:/);
    // Our own pages, and a map search for a place without a valid link.
    const ours = /^https:\/\/(territorio\.example\/|www\.google\.com\/maps\/search\/\?api=1&query=[^&]*$)/;
    for (const link of document.querySelectorAll('a')) expect(link.href).toMatch(ours);
    expect(mail.subject).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
    expect(mail.subject.length).toBeLessThan(160);
    expect(mail.reply_to ?? '').not.toMatch(/[\r\n]/);
    expect(mail.html + mail.text).not.toMatch(/(?![\n\t])\p{Cc}|\u202e/u);
    expect(document.querySelectorAll('h1')).toHaveLength(1);
  });

  test('without a name come from an unknown writer', async () => {
    const nameless = { ...message, messages: [{ text: 'x', sender_name: ' \u200b ' }] };
    expect((await write('message', nameless)).subject).toBe('New message from Unknown Sender');
  });

  test.each([
    ['nothing', booking],
    ['booking_confirmation', { ...booking, booking_id: '../admin' }],
    ['message', { ...message, conversation: { kind: '../x', booking_id: 'y' } }],
    ['message', { ...message, messages: [] }],
    ['invite', { ...invitation, code: '?next=//evil.example' }],
  ])('fail for an email %s of invalid data, instead of an empty email', async (template, data) => {
    await expect(write(template, data)).rejects.toThrow();
  });
});
