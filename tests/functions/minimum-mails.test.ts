import { describe, expect, test } from 'vitest';
import { writeMail } from '../../supabase/functions/_shared/mail/write-mail.ts';
import { APP, booking, minimum, reminder, ride } from './mail-samples.ts';

const textOf = async (template: string, data: object) => (await writeMail(template, data, APP)).text;
const undecided =
  "This trip needs 6 guests to go ahead; it had 4 when we sent this email. We'll confirm by Friday, December 4, 2026, 6:00 PM, local time; ";

describe('the texts of an undecided departure', () => {
  test.each([
    ['booking_confirmation', booking],
    ['booking_moved', booking],
    ['booking_reduced', booking],
    ['booking_enlarged', booking],
    ['reminder_evening', reminder],
    ['reminder_soon', reminder],
  ])('are in %s', async (template, data) => {
    expect(await textOf(template, { ...data, minimum })).toContain(`${undecided}if not, you'll get a full refund.`);
    expect(await textOf(template, data)).not.toContain('to go ahead');
  });

  test('name who gets the refund', async () => {
    expect(await textOf('transfer_ticket', { ...booking, minimum, paid_by_other: true })).toContain(
      `${undecided}if not, the person who paid gets a full refund.`,
    );
    const cash = { ...ride, minimum, payment_method: 'cash', payment_status: 'pending' };
    expect(await textOf('booking_confirmation', cash)).toContain(`${undecided}if not, there's nothing to pay.`);
    expect(await textOf('booking_confirmation', { ...cash, payment_status: 'completed' })).toContain(
      `${undecided}if not, you'll get a full refund.`,
    );
  });

  test('say that it is booked, and not that it is confirmed', async () => {
    const of = async (data: object) => textOf('booking_confirmation', { ...booking, ...data });
    expect(await of({ minimum })).toContain('Your seats are booked');
    expect(await of({ minimum })).not.toContain('confirmed');
    for (const decided of [undefined, { ...minimum, sold: 6 }, { ...minimum, status: 'confirmed' }])
      expect(await of({ minimum: decided })).toContain('Your booking is confirmed');
  });

  test('say that a card is not charged yet, or not at all', async () => {
    const waits = { ...booking, minimum, payment_status: 'pending' };
    expect(await textOf('booking_confirmation', waits)).toContain(`${undecided}if not, the card won't be charged.`);
    // The wording is the same as in the form, the card step and My Bookings.
    expect(await textOf('booking_confirmation', waits)).toContain(
      'Cancellation: Free until we confirm that the trip is going ahead. After that: Free until 3 days before the start',
    );
  });

  test('are in Spanish too', async () => {
    expect(await textOf('booking_confirmation', { ...booking, minimum, language: 'es' })).toContain(
      'Este viaje necesita 6 visitantes para salir; al enviar este correo había 4. Se confirma a más tardar el viernes, 4 de diciembre de 2026, 6:00 p. m., hora local; si no, se le reembolsa todo.',
    );
  });

  test('are absent once enough have booked, because the confirmation will follow', async () => {
    expect(await textOf('booking_confirmation', { ...booking, minimum: { ...minimum, sold: 6 } })).not.toContain(
      'to go ahead',
    );
  });
});

test('says that a departure goes ahead that leaves too soon to be decided', async () => {
  const text = await textOf('booking_confirmation', { ...booking, minimum: { ...minimum, decides_at: null } });
  expect(text).toContain("It's going ahead.\n");
  expect(text).toContain('Your booking is confirmed');
});

test('says that it goes ahead, and why', async () => {
  const confirmed = { ...minimum, status: 'confirmed' };
  expect(await textOf('booking_confirmation', { ...booking, minimum: { ...confirmed, sold: 6 } })).toContain(
    "It's going ahead: enough guests have booked.",
  );
  expect(await textOf('reminder_evening', { ...reminder, minimum: confirmed })).toContain("It's going ahead.\n");
});

test('contains the amount that is charged now in the confirmation', async () => {
  const data = { ...booking, minimum: { ...minimum, status: 'confirmed' }, charged_now: 351 };
  expect(await textOf('departure_confirmed', data)).toContain("We're now charging Q351.00 to your card.");
  expect(await textOf('departure_confirmed', { ...data, language: 'es' })).toContain(
    'Ahora cobramos Q351.00 a su tarjeta.',
  );
  const given = await textOf('departure_confirmed', { ...data, paid_by_other: true });
  expect(given).toContain("We're now charging the card of the person who paid for this ticket.");
  expect(given).not.toContain('351');
  expect(await textOf('departure_confirmed', { ...data, charged_now: null })).not.toContain('charging');
});

test('contains in the confirmation which trip goes ahead, and why', async () => {
  const confirmed = { ...minimum, status: 'confirmed' };
  const { subject, text } = await writeMail(
    'departure_confirmed',
    { ...booking, minimum: { ...confirmed, sold: 6 } },
    APP,
  );
  expect(subject).toBe('Going ahead: Castle & hot waterfall, Dec 5');
  expect(text).toContain("It's going ahead: enough guests have booked.\n\nYour ticket stays as it is.");
  expect(text).toContain('Date: Saturday, December 5, 2026');
  expect(text).toContain('Meeting point: The blue dock');
  expect(await textOf('departure_confirmed', { ...booking, minimum: confirmed })).toContain(
    "It's going ahead.\n\nYour ticket",
  );
  const spanish = await writeMail('departure_confirmed', { ...booking, minimum: confirmed, language: 'es' }, APP);
  expect(spanish.subject).toBe('Sí sale: Castle & hot waterfall, 5 dic');
});
