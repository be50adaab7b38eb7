import type postgres from 'postgres';
import { userId } from '../identities.ts';
import {
  ACCOUNT_NUMBER,
  codeOf,
  emailOf,
  INVITE_CODE,
  id,
  LINK_CODE,
  MONTH_STATEMENT,
  MONTH_SUM,
  nameOf,
  OFFER_TOKEN,
  OUTBOX_ROW,
  passportOf,
  person,
  phoneOf,
  priceOf,
  STAFF_INVITE_CODE,
  STRANGERS,
  type Stranger,
  TRIPS,
  tagOf,
} from './world.ts';

/** The rows that no caller can access (world.ts), as statements. */

const day = (days: number) => `current_date + ${days}`;

export async function insertForeignWorld(sql: postgres.Sql): Promise<void> {
  for (const statements of [people(), selva(), trips(), offers(), money(), community()]) await sql.unsafe(statements);
}

function people(): string {
  const users = STRANGERS.map(
    (name) => `('${person[name]}', '${emailOf(name)}', now(), '{"full_name": "${nameOf(name)}"}')`,
  );
  const grants: [Stranger, string][] = [
    ['guide3', 'tour_guide'],
    ['shuttle3', 'shuttle_manager'],
    ['driver3', 'shuttle_driver'],
    ['staff3', 'territory_staff'],
    ['manager3', 'territory_manager'],
    ['partner3', 'travel_partner'],
  ];
  const roles = [
    'tour_guide',
    'shuttle_manager',
    'shuttle_driver',
    'territory_staff',
    'territory_manager',
    'travel_partner',
  ];
  const gone = roles.flatMap((role) =>
    (['left', 'leaver'] as const).map((name) => `('${person[name]}', '${role}', 'rio', now())`),
  );
  return `
    insert into public.territories (id, name, description, visible) values ('selva', 'Selva', 'Foreign to all', true);
    insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data) values ${users.join(', ')};
    update private.account_owners set owned_since = now(), how = 'given' where owned_since is null;
    insert into private.role_grants (user_id, role, territory_id)
      values ${grants.map(([name, role]) => `('${person[name]}', '${role}', 'selva')`).join(', ')};
    insert into private.role_grants (user_id, role, territory_id, revoked_at) values ${gone.join(', ')};
    update public.profiles set territory_id = 'selva' where email like 'plantmail.%3@example.test' and email <> '${emailOf('guest3')}';
    insert into public.role_requests (id, user_id, role, territory_id) values
      ('${id.request}', '${person.guest3}', 'tour_guide', 'selva'), ('${id.strangersRequest}', '${person.stranger}', 'travel_partner', null);
    insert into public.invites (id, code_hash, email, full_name, roles, territory_id, invited_by) values
      ('${id.invite}', private.hash_code('${INVITE_CODE}'), 'plantinvited.selva@example.test', '', '{tour_guide}', 'selva', '${person.manager3}'),
      ('${id.staffInvite}', private.hash_code('${STAFF_INVITE_CODE}'), 'plantinvited.rio@example.test', '', '{territory_staff}', 'rio', '${userId.manager}');
    insert into public.invites (code_hash, email, roles, territory_id, invited_by, withdrawn_at) values
      (private.hash_code('withdrawn'), 'plantinvited.closed@example.test', '{tour_guide}', 'rio', '${userId.manager}', now());
    insert into public.audit_log (action, territory_id, subject_table, subject_id, detail) values
      ('test', 'selva', 'foreign', '1', '{"why": "plantaudit"}');`;
}

function selva(): string {
  return `
    insert into public.experiences (id, territory_id, guide_id, title, description, duration, shared_price, max_spots, available_spots, visible, cash_allowed)
      values ('${id.experience}', 'selva', '${person.guide3}', 'Foreign', 'd', 2, 100, 8, 8, true, true);
    insert into public.territory_tags (id, territory_id, name) values ('${id.tag}', 'selva', 'Boat');
    insert into public.experience_tags (experience_id, tag_id) values ('${id.experience}', '${id.tag}');
    insert into public.experience_timeslots (id, experience_id, start_time, end_time, max_spots, available_spots)
      values ('${id.slot}', '${id.experience}', '08:00', '10:00', 8, 8);
    insert into public.experience_guide_rankings (id, experience_id, guide_id, rank) values ('${id.ranking}', '${id.experience}', '${person.guide3}', 1);
    insert into public.guide_timeslot_responses (guide_id, slot_id, response) values ('${person.guide3}', '${id.slot}', 'accepted');
    insert into public.pickup_locations (id, territory_id, name) values ('pu_selva', 'selva', 'Dock');
    insert into public.territory_transports (id, territory_id, transport_type_id, title, description, shared_price, pickup_location, departure_time, duration_hours, visible)
      values ('${id.transport}', 'selva', 'shuttle', 'Foreign', 'd', 50, 'Dock', '09:00', 2, true);
    insert into public.shuttle_drivers (id, driver_id, territory_id) values ('${id.driverRow}', '${person.driver3}', 'selva');
    insert into public.driver_schedules (id, driver_id, slot_id, day_of_week) values ('${id.schedule}', '${person.driver3}', '${id.transport}', 'monday');`;
}

function trips(): string {
  const columns = `num_people, seats, booking_type, currency_code, payment_method, payment_status, status, country, waiver_version, waiver_accepted_at`;
  const values = `1, 1, 'shared', 'GTQ', 'cash', 'completed', 'paid', 'GT', '1', now()`;
  return TRIPS.map((trip) => {
    const ride = trip.kind === 'transport';
    const slot = ride ? trip.service : trip.slot;
    const price = priceOf(trip.row);
    const own = ride
      ? [`passenger_details`, `'[{"name": "Plant", "email": "plantpassenger.${trip.row}@example.test"}]'`]
      : ['guide_id', `'${trip.guide}'`];
    return `
      insert into public.departures (id, slot_id, service_id, kind, territory_id, service_date, capacity, sold)
        values ('${id[trip.departure]}', '${slot}', '${trip.service}', '${trip.kind}', '${trip.territory}', ${day(trip.days)}, 8, 1);
      insert into public.bookings (id, departure_id, service_id, kind, slot_id, ${own[0]}, territory_id, tourist_id, booking_date, start_time, unit_price, total_price,
          whatsapp_number, hotel_name, passport_images, ${columns})
        values ('${id[trip.row]}', '${id[trip.departure]}', '${trip.service}', '${trip.kind}', '${slot}', ${own[1]}, '${trip.territory}', '${person[trip.guest]}', ${day(trip.days)},
          '08:00', ${price}, ${price}, '${phoneOf(trip.row)}', 'planthotel-${trip.row}', array['${passportOf(trip)}'], ${values});
      insert into public.booking_codes (booking_id, tourist_id, code)
        values ('${id[trip.row]}', '${person[trip.guest]}', '${codeOf(trip.row)}');
      insert into private.booking_tags (booking_id, tag) values ('${id[trip.row]}', '${tagOf(trip.row)}');
      insert into public.booking_events (booking_id, territory_id, to_status) values ('${id[trip.row]}', '${trip.territory}', 'ordered');
      insert into storage.objects (bucket_id, name, owner_id) values ('passports', '${passportOf(trip)}', '${person[trip.guest]}');`;
  }).join('\n');
}

/** Returns a cancellation that was undone, so that nothing else changes. */
function offers(): string {
  return `
    insert into private.departure_cancellations (id, actor_id, reason, message, undo_until)
      values ('${id.cancellation}', '${person.guide3}', 'weather', 'The road is closed', now() - interval '1 day');
    insert into private.departure_offers (id, cancellation_id, departure_id, booking_id, state, opens_at, expires_at)
      values ('${id.offer}', '${id.cancellation}', '${id.departure}', '${id.booking}', 'undone',
        now() - interval '1 day', now() + interval '1 day');
    insert into private.links (token_hash, purpose, subject_id) values (private.hash_code('${OFFER_TOKEN}'), 'offer', '${id.offer}');`;
}

function money(): string {
  return `
    insert into private.holds (id, user_id, idempotency_key, payload_hash, kind, departure_id, territory_id, booking_type, num_people, seats, unit_price, total_price, currency_code, form, expires_at)
      values ('${id.hold}', '${person.guest3}', gen_random_uuid(), 'x', 'experience', '${id.departure}', 'selva', 'shared', 1, 1, 100, 100, 'GTQ',
        '{"hotel_name": "plantform"}', now() + interval '15 minutes');
    insert into private.holds (id, user_id, idempotency_key, payload_hash, kind, departure_id, territory_id, booking_type, payment_method, num_people, seats, unit_price, total_price, currency_code, form, expires_at)
      values ('${id.homeHold}', '${person.guest}', gen_random_uuid(), 'x', 'experience', '${id.futureDeparture}', 'rio', 'shared', 'cash', 1, 1, 100, 100, 'GTQ',
        '{"hotel_name": "plantform"}', now() + interval '15 minutes');
    update public.departures set held = 1 where id in ('${id.departure}', '${id.futureDeparture}');
    insert into private.orders (id, tourist_id, currency_code) select order_id, user_id, currency_code from private.holds where id = '${id.hold}';
    insert into private.payments (id, order_id, currency) select '${id.payment}', order_id, 'gtq' from private.holds where id = '${id.hold}';
    insert into private.payment_lines (payment_id, hold_id, amount_minor) values ('${id.payment}', '${id.hold}', 10000);
    insert into public.referral_links (id, user_id, name, code) values ('${id.link}', '${person.partner3}', 'Hotel', '${LINK_CODE}');
    insert into public.referral_registrations (id, user_id, referral_link_id) values ('${id.registration}', '${person.guest3}', '${id.link}');
    update public.bookings set referral_link_id = '${id.link}' where id = '${id.booking}';
    insert into public.referrals (id, booking_id, referral_link_id) values ('${id.referral}', '${id.booking}', '${id.link}');
    insert into public.commissions (id, referral_id, amount, currency_code) values ('${id.commission}', '${id.referral}', ${priceOf('commission')}, 'GTQ');
    insert into private.ledger (booking_id, territory_id, party, party_user_id, kind, amount, currency_code) values
      ('${id.booking}', 'selva', 'operator', '${person.guide3}', 'sale', ${priceOf('referral')}, 'GTQ');
    insert into public.commission_earnings (id, user_id, role, territory_id, booking_id, amount, currency_code) values
      ('${id.earning}', '${person.staff3}', 'territory_staff', 'selva', '${id.booking}', ${priceOf('earning')}, 'GTQ');
    insert into public.payouts (id, territory_id, party, payee_id, currency_code, amount, lines, paid_on, reference) values
      ('${id.payout}', 'selva', 'operator', '${person.guide3}', 'GTQ', ${priceOf('payout')}, 1, current_date, 'plantreference');
    insert into public.payout_lines (payout_id, share_id, booking_id, territory_id, payee_id, amount, turn)
      select p.id, s.id, s.booking_id, s.territory_id, p.payee_id, p.amount, 1
        from private.shares s, public.payouts p where p.id = '${id.payout}' and s.booking_id = '${id.booking}' and s.party = p.party;
    insert into private.payee_accounts (user_id, holder, kind, bank, account_type, currency_code, account_number)
      values ('${person.guide3}', 'Guide of Selva', 'person', 'Bank', 'savings', 'GTQ', '${ACCOUNT_NUMBER}');
    insert into private.month_closings (territory_id, month) values ('selva', '2020-01-01');
    insert into private.month_closing_sums (id, closing_id, party, payee_id, currency_code, sold, corrected, refunded, disputed, earlier, amount)
      overriding system value
      select ${MONTH_STATEMENT}, c.id, 'operator', '${person.guide3}', 'GTQ', ${MONTH_SUM}, 0, 0, 0, 0, ${MONTH_SUM} from private.month_closings c
       where c.territory_id = 'selva';
    insert into private.month_closing_rows (ledger_id, sum_id, booking_id, service_id, booking_date, earlier)
      select l.id, ${MONTH_STATEMENT}, b.id, b.service_id, b.booking_date, false
        from private.ledger l join public.bookings b on b.id = l.booking_id where b.id = '${id.booking}';
    insert into private.outbox (id, dedupe_key, kind, template, recipient, state) overriding system value values
      (${OUTBOX_ROW}, 'foreign', 'email', 'booking', 'plantletter@example.test', 'dead');
    insert into private.troubles (kind, item, error, next_attempt_at) values ('media', 'plant.webp', 'no', now());`;
}

function community(): string {
  const photo = '/storage/v1/object/public/media/user-submissions/x/plantsubmission.webp';
  return `
    insert into public.conditions (id, territory_id, subject, state, text, starts_at, ends_at, tell)
      values ('${id.condition}', 'selva', 'road', 'closed', 'A landslide', now(), now() + interval '1 day', false);
    insert into public.condition_services (condition_id, service_id, kind) values ('${id.condition}', '${id.experience}', 'experience');
    insert into public.condition_changes (condition_id, revision, state, text, language, translations, ends_at)
      select id, revision, state, text, language, translations, ends_at from public.conditions c where c.id = '${id.condition}';
    insert into public.territory_messages (id, territory_id, user_id, message) values ('${id.post}', 'selva', '${person.guest3}', 'Hello');
    insert into public.territory_followers (territory_id, user_id) values ('selva', '${person.guest3}');
    insert into public.notice_choices (user_id) values ('${person.guest3}');
    insert into public.message_reports (id, message_id, territory_id, reporter_id, reason) values ('${id.report}', '${id.post}', 'selva', '${person.guide3}', 'plantreason');
    insert into public.reviews (id, booking_id, service_id, kind, territory_id, author_id, rating) values
      ('${id.review}', '${id.booking}', '${id.experience}', 'experience', 'selva', '${person.guest3}', 5);
    insert into private.booking_notes (id, booking_id, territory_id, guest_id, author_id, text) values
      ('${id.note}', '${id.booking}', 'selva', '${person.guest3}', '${person.staff3}', 'plantnote-selva'),
      ('${id.homeNote}', '${id.futureBooking}', 'rio', null, '${userId.manager}', 'plantnote-rio');
    insert into public.messages (id, booking_id, sender_id, message) values
      ('${id.message}', '${id.booking}', '${person.guest3}', 'plantmessage-selva'), (gen_random_uuid(), '${id.futureBooking}', '${person.guest}', 'plantmessage-rio');
    insert into public.notifications (id, user_id, wording, params) values ('${id.notification}', '${person.guest3}', 'message', '{"excerpt": "plantnotification"}');
    insert into public.user_submissions (id, user_id, territory_id, media_urls, media_types, comment, location)
      values ('${id.submission}', '${person.guest3}', 'selva', '{${photo}}', '{image}', 'plantsubmission', 'l');
    insert into public.contact_messages (id, user_id, name, email, message) values ('${id.contact}', '${person.guest3}', 'n', '${emailOf('guest3')}', 'plantcontact');
    insert into public.partner_applications (id, user_id, kind, name, email, phone, territory_id, message)
      values ('${id.application}', '${person.stranger}', 'tour_guide', 'n', '${emailOf('stranger')}', '+50279900001', 'selva', 'plantapplication');`;
}
