import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { contextForEachTest } from './support/context.ts';
import { createHold, daysFromNow, type Fixture, holdRequest, refusal, transportRequest } from './support/fixture.ts';

const context = contextForEachTest();

describe('the checks of the booking form', () => {
  test.each([
    [
      'experience',
      (w: Fixture) => holdRequest(w, { service_id: randomUUID(), service_date: undefined }),
      'PT404',
      'experience_not_found',
      'Experience not found',
    ],
    [
      'date',
      (w: Fixture) => holdRequest(w, { service_date: undefined, slot_id: undefined }),
      'PT400',
      'date_required',
      'Please select a date for your booking',
    ],
    [
      'timeslot',
      (w: Fixture) => holdRequest(w, { slot_id: undefined, whatsapp_number: '' }),
      'PT400',
      'timeslot_required',
      'Please select a time slot',
    ],
    [
      'WhatsApp',
      (w: Fixture) => holdRequest(w, { whatsapp_number: ' ', country: undefined }),
      'PT400',
      'whatsapp_required',
      'Please provide your WhatsApp number',
    ],
    [
      'country',
      (w: Fixture) => holdRequest(w, { country: '', booking_type: 'private' }),
      'PT400',
      'country_required',
      'Please provide your country of origin',
    ],
    [
      'hotel',
      (w: Fixture) => holdRequest(w, { hotel_name: 'Win at evil.com', booking_type: 'private' }),
      'PT400',
      'name_not_plain',
      'Please use a name without web addresses or special characters',
    ],
    [
      'hotel address',
      (w: Fixture) => holdRequest(w, { hotel_address: 'Free taxi: https://evil.com/pay', booking_type: 'private' }),
      'PT400',
      'name_not_plain',
      'Please use a name without web addresses or special characters',
    ],
    [
      'lines of a hotel address',
      (w: Fixture) => holdRequest(w, { hotel_address: 'Calle 2\nSee the desk', booking_type: 'private' }),
      'PT400',
      'name_not_plain',
      'Please use a name without web addresses or special characters',
    ],
    [
      'passengers',
      (w: Fixture) => transportRequest(w, { passenger_details: [{ name: 'www.evil.test' }] }),
      'PT400',
      'name_not_plain',
      'Please use a name without web addresses or special characters',
    ],
    [
      'private minimum',
      (w: Fixture) => holdRequest(w, { booking_type: 'private', waiver_version: undefined }),
      'PT400',
      'private_minimum',
      'Private bookings require at least 2 guests',
    ],
    [
      'private maximum',
      (w: Fixture) => holdRequest(w, { booking_type: 'private', num_people: 13 }),
      'PT400',
      'private_maximum',
      'Private bookings allow at most 12 guests',
    ],
    [
      'shared maximum',
      (w: Fixture) => holdRequest(w, { num_people: 9 }),
      'PT400',
      'shared_maximum',
      'Shared bookings allow at most 8 guests',
    ],
    [
      'waiver',
      (w: Fixture) => holdRequest(w, { waiver_version: undefined }),
      'PT400',
      'waiver_required',
      'Please accept the waiver to continue',
    ],
    [
      'an unseen waiver',
      (w: Fixture) => holdRequest(w, { waiver_version: '1999-01-01' }),
      'PT409',
      'waiver_outdated',
      'The waiver has changed. Please reload the page and accept it again.',
    ],
    [
      'missing payment method',
      (w: Fixture) => holdRequest(w, { payment_method: undefined }),
      'PT400',
      'payment_method_not_accepted',
      "We don't accept this payment method",
    ],
    [
      'past',
      (w: Fixture) => holdRequest(w, { service_date: daysFromNow(-1) }),
      'PT400',
      'date_in_past',
      'Please select a date that has not passed',
    ],
    [
      'transport',
      (w: Fixture) => transportRequest(w, { service_id: w.experience }),
      'PT404',
      'transport_not_found',
      'Transport not found',
    ],
    [
      'transport date',
      (w: Fixture) => transportRequest(w, { service_date: undefined, whatsapp_number: undefined }),
      'PT400',
      'date_required',
      'Please select a date for your booking',
    ],
    [
      'passengers',
      (w: Fixture) => transportRequest(w, { num_people: 2 }),
      'PT400',
      'invalid_input',
      'Please provide the details of each passenger',
    ],
    [
      'phone format',
      (w: Fixture) => holdRequest(w, { whatsapp_number: '55512345' }),
      'PT400',
      'invalid_input',
      'Please enter a valid WhatsApp number',
    ],
    [
      'country code',
      (w: Fixture) => holdRequest(w, { country: 'XX' }),
      'PT400',
      'invalid_input',
      'Please provide a valid country of origin',
    ],
  ])('refuse in order: %s', async (_, request, code, hint, message) => {
    expect(await refusal(createHold(context.fixture, context.user, request(context.fixture)))).toEqual({
      code,
      hint,
      message,
    });
  });

  test('ask a visitor to log in before anything else', async () => {
    const guest = (kind: string) =>
      refusal(context.fixture.db.as({ role: 'anon' }, (sql) => sql`select public.create_hold(${sql.json({ kind })})`));
    expect(await guest('experience')).toEqual({
      code: 'PT401',
      hint: 'not_signed_in',
      message: 'Please log in to book this experience',
    });
    expect(await guest('transport')).toEqual({
      code: 'PT401',
      hint: 'not_signed_in',
      message: 'Please log in to book this transport',
    });
  });

  test('require the minimum for shared bookings', async () => {
    await context.set('public.experiences', context.fixture.experience, 'min_spots', 2);
    expect(await refusal(createHold(context.fixture, context.user))).toMatchObject({
      hint: 'shared_minimum',
      message: 'Shared bookings require at least 2 guests',
    });
  });

  test("require a passport, only from the caller's own folder", async () => {
    await context.set('public.experiences', context.fixture.experience, 'passport_required', true);
    const attempt = (...passport_images: string[]) =>
      refusal(createHold(context.fixture, context.user, holdRequest(context.fixture, { passport_images })));
    expect(await attempt()).toMatchObject({ hint: 'passport_required', message: 'Please upload a passport image' });
    for (const name of [
      `${randomUUID()}/p.webp`,
      `${context.user}/../${randomUUID()}/p.webp`,
      'https://example.test/p.webp',
      `${context.user}/`,
    ]) {
      expect(await attempt(name)).toMatchObject({ hint: 'invalid_input' });
    }
    const image = `${context.user}/${randomUUID()}.webp`;
    expect(await attempt(image)).toMatchObject({ hint: 'passport_required' }); // no such image was uploaded
    await context.fixture.db.sql`insert into storage.objects (bucket_id, name) values ('passports', ${image})`;
    await createHold(context.fixture, context.user, holdRequest(context.fixture, { passport_images: [image] }));
  });
});
