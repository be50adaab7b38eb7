import { expect, test } from 'vitest';
import { writeMail } from '../../supabase/functions/_shared/mail/write-mail.ts';
import { APP, booking, departureOffer, givenTicket, transferInvite } from './mail-samples.ts';

const TO_PAYER = 'any refund goes to the person who paid';

test('contains who offers the ticket, what it is, and the deadline', async () => {
  const { subject, text } = await writeMail('transfer_invite', transferInvite, APP);
  expect(subject).toBe('A ticket for you: Castle & hot waterfall, Dec 5');
  for (const said of [
    'Hello Ana López,',
    'Gustavo Pérez would like you to have this ticket.',
    'December 5, 2026',
    'Municipal dock',
    TO_PAYER,
    'Please accept it by Friday, December 4, 2026, 2:30 PM',
    `${APP}/ticket-transfer#${transferInvite.code}`,
    "Don't know who sent this? You can safely ignore this email.",
  ])
    expect(text).toContain(said);
});

test('contains how much cash is due for an unpaid one', async () => {
  const { text } = await writeMail('transfer_invite', { ...transferInvite, amount_due: 351, giver_name: ' ' }, APP);
  expect(text).toContain("You'll need to pay Q351.00 in cash when the trip starts.");
  expect(text).toContain('Someone would like you to have this ticket.');
  expect(text).not.toContain(TO_PAYER);
});

test('keeps a name on one line, whatever it contains', async () => {
  const { html } = await writeMail(
    'transfer_invite',
    { ...transferInvite, giver_name: '<b>Eve</b>\nhttp://evil' },
    APP,
  );
  expect(html).not.toContain('<b>Eve');
});

test('gives the new holder the ticket, and says who gets refunds', async () => {
  const { text, attachments } = await writeMail('transfer_ticket', { ...booking, paid_by_other: true }, APP);
  expect(text).toContain('This ticket is now in your name, and this email is your ticket');
  expect(text).toContain(TO_PAYER);
  expect(attachments?.map(({ filename }) => filename)).toEqual(['ticket.png', 'booking.ics']);
  expect(text).toContain('Paid by someone else');
  expect((await writeMail('transfer_ticket', booking, APP)).text).not.toContain(TO_PAYER);
});

test('tells the former holder who has it now, who decides and who gets refunds, without a ticket', async () => {
  const { subject, text, attachments } = await writeMail('transfer_accepted', givenTicket, APP);
  expect(subject).toContain('Your ticket was accepted');
  expect(text).toContain("Ana has accepted your ticket. It's no longer yours");
  expect(text).toContain('The new ticket holder can now cancel it. If they do, any refund goes to you');
  expect(text).toContain('Your receipt stays in My Bookings.');
  expect(attachments).toBeUndefined();
  const unpaid = await writeMail('transfer_accepted', { ...givenTicket, paid_by_reader: false }, APP);
  expect(unpaid.text).not.toContain('refund goes to you');
});

test.each([
  [{ ended: true, amount: 675.5 }, ['has been cancelled', 'refunding Q675.50 to the card you paid with']],
  [{ amount: 175.5 }, ['now costs less', 'refunding Q175.50']],
  [{ ended: true }, ['has been cancelled', 'there is no refund']],
  [{ ended: true, payment_method: 'cash' }, ['get your refund in person']],
])('tells the payer what happens to the ticket and the money: %o', async (more, said) => {
  const { text } = await writeMail('transfer_refund', { ...givenTicket, ...more }, APP);
  for (const words of said) expect(text).toContain(words);
});

test('promises no refund to a holder who did not pay', async () => {
  const ended = { ...booking, status: 'cancelled', ended_by: 'tourist', paid_by_other: true, paid: 1351 };
  for (const [template, more] of [
    ['booking_cancelled', { refund_due: 1351 }],
    ['booking_refunded', { refunded: 1351 }],
  ] as const) {
    const { text } = await writeMail(template, { ...ended, ...more }, APP);
    expect(text).toContain('Any refund goes to the person who paid for this ticket, not to you.');
  }
  const cash = await writeMail('booking_cancelled', { ...ended, payment_method: 'cash' }, APP);
  expect(cash.text).toContain('Any refund is paid in cash, in person, to the person who paid for this ticket.');
});

test('promises none after a cancelled departure either', async () => {
  const { text } = await writeMail('departure_offer', { ...departureOffer, paid_by_other: true }, APP);
  expect(text).not.toContain('to you automatically');
  expect(text).toContain('the person who paid for this ticket gets a full refund automatically');
});

test('never tells a holder what another person paid', async () => {
  const given = {
    ...booking,
    paid_by_other: true,
    paid: 1351,
    refund_due: 1351,
    refunded: 1351,
    reinstated: true,
    called_off: 1351,
    changed: { refund_amount: 1351 },
  };
  for (const template of [
    'transfer_ticket',
    'booking_confirmation',
    'booking_moved',
    'booking_reduced',
    'booking_changed',
    'booking_cancelled',
    'booking_refunded',
  ])
    expect(JSON.stringify(await writeMail(template, given, APP))).not.toMatch(/1,?351/);
  const offer = await writeMail('departure_offer', { ...departureOffer, ...given }, APP);
  expect(JSON.stringify(offer)).not.toMatch(/1,?351/);
  // The emails to the payer contain it.
  expect((await writeMail('booking_moved', booking, APP)).text).toContain('1,351');
});
