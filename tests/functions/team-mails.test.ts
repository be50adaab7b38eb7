import { describe, expect, test } from 'vitest';
import { writeMail } from '../../supabase/functions/_shared/mail/write-mail.ts';
import { APP, booking, goNoGo, manyTeamBookings, message, teamBookings, tomorrow } from './mail-samples.ts';

const write = (template: string, data: unknown) => writeMail(template, data, APP);

describe('emails to people who run a territory', () => {
  test('contain one booking in the subject, and its link', async () => {
    const { subject, text } = await write('team_bookings', teamBookings);
    expect(subject).toBe('New booking: Castle & hot waterfall, Dec 5');
    expect(text).toContain(
      `New: Castle & hot waterfall, Dec 5 at 2:30 PM, 2 guests, Q1,351.00\n  ${APP}/territory-bookings?booking=experience.${booking.booking_id}`,
    );
    expect(text).toContain(
      "You're getting this email because you work with Río Dulce. You can choose your notifications in your profile.",
    );
  });

  test('group many into one email with their number', async () => {
    const { subject, text } = await write('team_bookings', manyTeamBookings);
    expect(subject).toBe('Río Dulce: 22 new bookings, 1 cancelled');
    expect(text).toContain('Cancelled by the guest: Boat to Livingston, Dec 5, 2 guests');
    expect(text).toContain('And 21 more bookings.');
  });

  test("list tomorrow's times, guests, leaders, gaps and cash", async () => {
    const { subject, text } = await write('tomorrow', tomorrow);
    expect(subject).toBe('Tomorrow, Dec 5: 2 departures, 11 guests in Río Dulce');
    for (const line of [
      'Saturday, December 5, 2026, Río Dulce',
      'One departure needs a guide or driver.',
      'One role request needs your answer.',
      '7:00 AM: River Canyon: 9 of 12 seats, Elmer Caal, Q350.00 to collect in cash',
      `departure=experience.${booking.service_id}.${message.user_id}.2026-12-05`,
      'Any time: Boat to Livingston: 2 of 8 seats, NO DRIVER',
      `departure=transport.${booking.service_id}.${message.user_id}.2026-12-05`,
      '3 more departures without guests.',
      `See the day:\n${APP}/territory-bookings?view=week&week=2026-12-05&day=2026-12-05`,
    ])
      expect(text).toContain(line);
  });
});

describe('the go/no-go email', () => {
  test('contains the guests so far, the deadline, and what happens without an answer', async () => {
    const { subject, text } = await write('go_no_go', goNoGo);
    expect(subject).toBe('4 of 6 guests for River Canyon on Dec 5. Should it go ahead?');
    for (const line of [
      'When we sent this email, 4 of 6 guests had booked.',
      'Please decide by Friday, December 4, 2026, 6:00 PM, local time. You can confirm the departure, wait two more hours or cancel.',
      "If we don't hear from you, we'll cancel the departure",
    ])
      expect(text).toContain(line);
  });

  test('is in Spanish too', async () => {
    const { subject, text } = await write('go_no_go', { ...goNoGo, language: 'es' });
    expect(subject).toBe('4 de 6 visitantes para River Canyon el 5 dic. ¿Sí sale?');
    expect(text).toContain('Cuando enviamos este correo, habían reservado 4 de 6 visitantes.');
    expect(text).toContain(`/es/guide-dashboard`);
  });

  test.each([
    ['a guide', ['tour_guide', 'territory_staff'], '/guide-dashboard?day=2026-12-05'],
    ['a driver', ['shuttle_driver'], '/driver-dashboard'],
    ['the desk', ['territory_staff'], '/territory-bookings?view=week&week=2026-12-05&day=2026-12-05'],
    ['a person whose role has ended', [], '/profile'],
  ])('leads %s to the same page as the notification', async (_, roles, path) => {
    const { text } = await write('go_no_go', { ...goNoGo, roles });
    expect(text).toContain(`Decide now:\n${APP}${path}\n`);
  });
});
