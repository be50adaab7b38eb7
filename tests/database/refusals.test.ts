import { expect, it } from 'vitest';
import { fixture, sharedFixture } from './access/fixture.ts';
import { id, newId, userId, type Who } from './access/identities.ts';

// The refusals without another test, each with the status, the code that the client maps, and the text.

sharedFixture();

const REFUSALS: [code: string, status: number, who: Who, call: string, message: string][] = [
  ['unknown_role', 400, 'tourist', `public.add_my_role('pirate')`, 'An error occurred adding role'],
  ['unknown_role', 400, 'admin', `public.grant_role('${userId.tourist}', 'pirate')`, 'An error occurred adding role'],
  ['territory_not_found', 404, 'admin', `public.delete_territory('nowhere')`, 'Territory not found'],
  [
    'experience_not_editable',
    404,
    'staff',
    `public.save_service('experience', '${id.experience2}', 'lago', now(), '{}')`,
    'Experience not found or you do not have permission to edit it',
  ],
  ['message_not_found', 404, 'tourist', `public.report_message('${newId}')`, 'Failed to report message'],
  ['message_not_found', 404, 'staff', `public.hide_message('${newId}')`, 'Message not found'],
  ['invalid_input', 400, 'staff', `public.hide_message('${id.post}', null)`, 'hidden must be true or false'],
  ['report_not_found', 404, 'staff', `public.review_report('${newId}', true)`, 'Report not found'],
  ['message_required', 400, 'tourist', `public.send_message('${id.booking}', ' ')`, 'Please enter a message'],
  ['review_not_found', 404, 'tourist', `public.report_review('${newId}')`, 'Review not found'],
  ['review_not_found', 404, 'guide', `public.reply_review('${newId}', 'Thanks')`, 'Review not found'],
  ['review_not_found', 404, 'staff', `public.hide_review('${newId}')`, 'Review not found'],
  [
    'media_required',
    400,
    'tourist',
    `public.submit_content('{}', '{}', 'A day', 'Livingston')`,
    'Please upload at least one photo or video',
  ],
  [
    'comment_required',
    400,
    'tourist',
    `public.submit_content('{/a.webp}', '{image}', ' ', 'Livingston')`,
    'Please add a comment about your submission',
  ],
  [
    'location_required',
    400,
    'tourist',
    `public.submit_content('{/a.webp}', '{image}', 'A day', ' ')`,
    'Please specify the location',
  ],
  ['driver_not_found', 404, 'shuttle', `public.remove_driver('${newId}')`, "We couldn't find this driver"],
  [
    'departure_not_found',
    404,
    'driver',
    `count(*) from public.departure_passengers('${newId}', current_date)`,
    'This departure no longer exists',
  ],
  [
    'date_too_far',
    400,
    'tourist',
    `count(*) from public.experiences_on('rio', current_date + 800, 2)`,
    'Please select a date within the next two years',
  ],
  [
    'booking_type_not_offered',
    400,
    'tourist',
    `public.quote_booking('${id.experience}', 'charter', 2)`,
    "This booking type isn't offered",
  ],
  [
    'nobody_picked_up',
    400,
    'shuttle',
    `public.set_pickup_order('${id.transport}', '{the moon}', '{}')`,
    "There's no pickup at this place",
  ],
  [
    'nobody_picked_up',
    400,
    'shuttle',
    `public.set_pickup_time('${id.transport}', 'the moon', 20, null)`,
    "There's no pickup at this place",
  ],
  [
    'days_maximum',
    400,
    'staff',
    `public.preview_departure_cancellation(jsonb_build_object('territory_id', 'rio', 'from', current_date, 'to', current_date + 40))`,
    'At most 31 days at a time',
  ],
  [
    'days_maximum',
    400,
    'staff',
    `public.preview_departure_cancellation(jsonb_build_object('territory_id', 'rio', 'from', current_date, 'to', current_date + 400))`,
    'At most 31 days at a time',
  ],
  [
    'invalid_input',
    400,
    'staff',
    `public.preview_departure_cancellation(jsonb_build_object('territory_id', 'rio', 'from', current_date, 'to', current_date - 1))`,
    'Please choose the departures',
  ],
];

it.each(REFUSALS)('%s (%i), to the %s: %s', async (code, status, who, call, message) => {
  expect(await fixture.refusal(who, `select ${call}`)).toEqual({ status, code, message });
});

it('nobody changes roles without being signed in', async () => {
  const call = (statement: string) =>
    fixture.sql
      .begin(async (tx) => {
        await tx`select set_config('role', 'authenticated', true)`;
        await tx.unsafe(statement);
      })
      .then(
        () => 'done',
        (error: Error) => error.message,
      );
  const text = 'You must be logged in to update roles';
  expect(await call(`select public.add_my_role('tour_guide')`)).toBe(text);
  expect(await call(`select public.remove_my_role('tour_guide')`)).toBe(text);
  expect(await call(`select public.grant_role('${userId.tourist}', 'admin')`)).toBe(text);
});

it('reports a passport photo deleted after its time as gone, not missing', async () => {
  const open = `select public.open_passport('${id.booking}', 1)`;
  const state = (by: string | null) =>
    fixture.sql`update public.bookings set passport_images = '{null}', passport_removed_by = ${by} where id = ${id.booking}`;
  await state('expiry');
  expect(await fixture.refusal('guide', open)).toMatchObject({ status: 410, code: 'passport_expired' });
  await state('owner');
  expect(await fixture.refusal('guide', open)).toMatchObject({ status: 410, code: 'passport_removed' });
  await state(null);
  expect(await fixture.refusal('guide', open)).toMatchObject({ status: 404, code: 'passport_not_found' });
});

it('keeps a time slot that tourists have booked', async () => {
  await fixture.sql`update public.departures set service_date = current_date + 30, sold = 1 where slot_id = ${id.slot}`;
  const save = (slots: string) =>
    fixture.refusal(
      'staff',
      `select public.save_service('experience', e.id, 'rio', e.updated_at, jsonb_build_object('title', 't', 'description', 'd',
         'image_urls', '["/art/a.svg"]'::jsonb, 'booking_type', 'shared', 'shared_price', 1, 'duration', 1, 'min_spots', 1,
         'max_spots', 1, 'available_spots', 1, 'guides', jsonb_build_array('${userId.guide}'), 'timeslots', '${slots}'::jsonb))
       from public.experiences e where e.id = '${id.experience}'`,
    );
  expect(await save('[]')).toMatchObject({
    status: 409,
    code: 'timeslot_has_bookings',
    details: `{"slot_id": "${id.slot}"}`,
  });
});
