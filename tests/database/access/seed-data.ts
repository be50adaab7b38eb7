import type postgres from 'postgres';
import {
  departureDay,
  GRANTS,
  INVITE_CODE,
  id,
  MONTH_STATEMENT,
  MONTH_STATEMENT2,
  OUTBOX_ROW,
  PEOPLE,
  userId,
} from './identities.ts';

/** Inserts two active territories with one row of everything each, and a hidden third one. */
export async function insertSeedData(sql: postgres.Sql): Promise<void> {
  for (const statements of [people(), catalogue(), transport(), bookings(), money(), community()])
    await sql.unsafe(statements);
}

const u = userId;

function people(): string {
  const users = PEOPLE.map((person) => {
    const email = `${person.toLowerCase()}@example.test`;
    return `('${u[person]}', '${email}', now(), '{"full_name": "${person}"}')`;
  });
  const grants = GRANTS.map(([person, role, place]) => `('${u[person]}', '${role}', ${place ? `'${place}'` : 'null'})`);
  const places = GRANTS.filter(([, , place]) => place).map(([person, , place]) => `('${u[person]}'::uuid, '${place}')`);
  return `
    insert into public.territories (id, name, description, visible, image_urls, meeting_point) values
      ('rio', 'Río', 'Home', true, '{/art/a.svg}', 'At the dock'), ('lago', 'Lago', 'Other', true, '{/art/a.svg}', 'At the dock'),
      ('oculto', 'Oculto', 'Hidden', false, '{}', null);
    insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data) values ${users.join(', ')};
    update private.account_owners set owned_since = now(), how = 'given';
    insert into private.role_grants (user_id, role, territory_id) values ${grants.join(', ')};
    update public.profiles p set territory_id = g.place from (values ${places.join(', ')}) as g (person, place) where p.id = g.person;
    insert into public.role_requests (id, user_id, role, territory_id) values
      ('${id.request}', '${u.tourist}', 'tour_guide', 'rio'), ('${id.request2}', '${u.otherTourist}', 'tour_guide', 'lago');
    insert into public.invites (id, code_hash, email, roles, territory_id) values
      ('${id.invite}', private.hash_code('home'), 'new@example.test', '{tour_guide}', 'rio'),
      ('${id.invite2}', private.hash_code('${INVITE_CODE}'), 'othertourist@example.test', '{tour_guide}', 'lago');
    insert into public.invites (id, code_hash, email, roles, territory_id, redeemed_by, redeemed_at) values
      ('${id.closedInvite}', private.hash_code('closed'), 'tourist@example.test', '{tour_guide}', 'rio', '${u.tourist}', now());
    insert into public.audit_log (action, territory_id, subject_table, subject_id) values
      ('test', 'rio', 'home', '1'), ('test', 'lago', 'away', '2');`;
}

function catalogue(): string {
  return `
    insert into public.experiences (id, territory_id, guide_id, title, description, duration, shared_price, max_spots, available_spots, visible, cash_allowed) values
      ('${id.experience}', 'rio', '${u.guide}', 'Home', 'd', 2, 100, 8, 8, true, true),
      ('${id.experience2}', 'lago', '${u.guide2}', 'Away', 'd', 2, 100, 8, 8, true, true),
      ('${id.hiddenExperience}', 'rio', null, 'Hidden', 'd', 2, 100, 8, 8, false, false),
      ('${id.unsoldExperience}', 'rio', null, 'Unsold', 'd', 2, 100, 8, 8, true, false);
    insert into public.territory_tags (id, territory_id, name) values
      ('${id.tag}', 'rio', 'Boat'), ('${id.tag2}', 'lago', 'Boat'), ('${id.freeTag}', 'rio', 'Bird'),
      ('${id.hiddenTag}', 'oculto', 'Boat');
    insert into public.conditions (id, territory_id, subject, state, text, starts_at, ends_at, tell) select c.id::uuid, c.territory_id, 'road', 'closed',
      'A landslide', now(), now() + interval '1 day', false from (values ('${id.condition}', 'rio'), ('${id.condition2}', 'lago'),
      ('${id.hiddenCondition}', 'oculto')) c (id, territory_id);
    insert into public.condition_services (condition_id, service_id, kind) values ('${id.condition}', '${id.experience}', 'experience'), ('${id.condition2}', '${id.experience2}', 'experience');
    insert into public.condition_changes (condition_id, revision, state, text, language, translations, ends_at)
      select id, revision, state, text, language, translations, ends_at from public.conditions;
    insert into public.experience_tags (experience_id, tag_id) values ('${id.experience}', '${id.tag}'), ('${id.experience2}', '${id.tag2}'),
      ('${id.hiddenExperience}', '${id.freeTag}');
    insert into public.experience_timeslots (id, experience_id, start_time, end_time, max_spots, available_spots, archived_at) values
      ('${id.slot}', '${id.experience}', '08:00', '10:00', 8, 8, null), ('${id.slot2}', '${id.experience2}', '08:00', '10:00', 8, 8, null),
      ('${id.archivedSlot}', '${id.experience}', '12:00', '14:00', 8, 8, now());
    insert into public.experience_guide_rankings (id, experience_id, guide_id, rank) values
      ('${id.ranking}', '${id.experience}', '${u.guide}', 1), ('${id.ranking2}', '${id.experience2}', '${u.guide2}', 1);
    insert into public.guide_timeslot_responses (guide_id, slot_id, response) values
      ('${u.guide}', '${id.slot}', 'accepted'), ('${u.guide2}', '${id.slot2}', 'accepted');`;
}

function transport(): string {
  return `
    insert into public.pickup_locations (id, territory_id, name) values ('pu_home', 'rio', 'Dock'), ('pu_away', 'lago', 'Dock'), ('pu_hidden', 'oculto', 'Dock');
    insert into public.territory_transports (id, territory_id, transport_type_id, title, description, shared_price, pickup_location, departure_time, duration_hours, visible) values
      ('${id.transport}', 'rio', 'shuttle', 'Home', 'd', 50, 'Dock', '09:00', 2, true),
      ('${id.transport2}', 'lago', 'shuttle', 'Away', 'd', 50, 'Dock', '09:00', 2, true),
      ('${id.hiddenTransport}', 'rio', 'boat', 'Hidden', 'd', 50, 'Dock', '09:00', 2, false);
    insert into public.shuttle_drivers (id, driver_id, territory_id) values ('${id.driverRow}', '${u.driver}', 'rio');
    insert into public.driver_schedules (id, driver_id, slot_id, day_of_week) values ('${id.schedule}', '${u.driver}', '${id.transport}', 'monday');`;
}

function bookings(): string {
  const shared = `'${departureDay}', 1, 1, 'shared', 100, 100, 'GTQ', 'card', 'checked_in', '+50255555555', 'GT', '1', now()`;
  const columns = `booking_date, num_people, seats, booking_type, unit_price, total_price, currency_code, payment_method,
    check_in_status, whatsapp_number, country, waiver_version, waiver_accepted_at`;
  return `
    insert into public.departures (id, slot_id, service_id, kind, territory_id, service_date, capacity) values
      ('${id.departure}', '${id.slot}', '${id.experience}', 'experience', 'rio', '${departureDay}', 8),
      ('${id.departure2}', '${id.slot2}', '${id.experience2}', 'experience', 'lago', '${departureDay}', 8),
      ('${id.transportDeparture}', '${id.transport}', '${id.transport}', 'transport', 'rio', '${departureDay}', 10),
      ('${id.transportDeparture2}', '${id.transport2}', '${id.transport2}', 'transport', 'lago', '${departureDay}', 10);
    insert into private.holds (id, user_id, idempotency_key, payload_hash, kind, departure_id, territory_id, booking_type, num_people, seats, unit_price, total_price, currency_code, form, expires_at) values
      ('${id.hold}', '${u.tourist}', gen_random_uuid(), 'x', 'experience', '${id.departure}', 'rio', 'shared', 1, 1, 100, 100, 'GTQ', '{}', now() + interval '15 minutes');
    insert into public.bookings (id, kind, departure_id, service_id, slot_id, territory_id, guide_id, tourist_id, passport_images, ${columns}) values
      ('${id.booking}', 'experience', '${id.departure}', '${id.experience}', '${id.slot}', 'rio', '${u.guide}', '${u.tourist}', array['${u.tourist}/p.webp'], ${shared}),
      ('${id.booking2}', 'experience', '${id.departure2}', '${id.experience2}', '${id.slot2}', 'lago', '${u.guide2}', '${u.otherTourist}', '{}', ${shared});
    insert into public.bookings (id, kind, departure_id, service_id, slot_id, territory_id, tourist_id, ${columns}) values
      ('${id.transportBooking}', 'transport', '${id.transportDeparture}', '${id.transport}', '${id.transport}', 'rio', '${u.tourist}', ${shared}),
      ('${id.transportBooking2}', 'transport', '${id.transportDeparture2}', '${id.transport2}', '${id.transport2}', 'lago', '${u.otherTourist}', ${shared});
    update public.bookings set hotel_name = 'Hotel' where id = '${id.transportBooking}';
    insert into public.booking_codes (id, booking_id, tourist_id, code) values
      ('${id.code}', '${id.booking}', '${u.tourist}', repeat('a', 32)), ('${id.code2}', '${id.booking2}', '${u.otherTourist}', repeat('b', 32));
    insert into public.ticket_keys (id, public_key) values (1, repeat('a', 43));
    insert into public.booking_events (booking_id, territory_id, to_status) values ('${id.booking}', 'rio', 'ordered'), ('${id.booking2}', 'lago', 'ordered');`;
}

function money(): string {
  return `
    insert into public.referral_links (id, user_id, name, code) values
      ('${id.link}', '${u.partner}', 'Hotel', 'HOTEL1'), ('${id.link2}', '${u.partner2}', 'Hostel', 'HOTEL2');
    insert into public.referral_registrations (id, user_id, referral_link_id) values
      ('${id.registration}', '${u.tourist}', '${id.link}'), ('${id.registration2}', '${u.otherTourist}', '${id.link2}');
    update public.bookings set referral_link_id = '${id.link}' where id = '${id.booking}';
    update public.bookings set referral_link_id = '${id.link2}' where id = '${id.booking2}';
    insert into public.referrals (id, booking_id, referral_link_id) values
      ('${id.referral}', '${id.booking}', '${id.link}'), ('${id.referral2}', '${id.booking2}', '${id.link2}');
    insert into public.commissions (id, referral_id, amount, currency_code) values
      ('${id.commission}', '${id.referral}', 10, 'GTQ'), ('${id.commission2}', '${id.referral2}', 10, 'GTQ');
    insert into private.ledger (booking_id, territory_id, party, party_user_id, kind, amount, currency_code) values
      ('${id.booking}', 'rio', 'operator', '${u.guide}', 'sale', 70, 'GTQ'), ('${id.booking}', 'rio', 'partner', '${u.partner}', 'sale', 10, 'GTQ'),
      ('${id.booking2}', 'lago', 'partner', '${u.partner2}', 'sale', 10, 'GTQ');
    insert into public.commission_earnings (id, user_id, role, territory_id, booking_id, amount, currency_code) values
      ('${id.earning}', '${u.staff}', 'territory_staff', 'rio', '${id.booking}', 10, 'GTQ'),
      ('${id.earning2}', '${u.manager2}', 'territory_manager', 'lago', '${id.booking2}', 10, 'GTQ');
    insert into public.payouts (id, territory_id, party, payee_id, currency_code, amount, lines, paid_on, reference) values
      ('${id.payout}', 'rio', 'partner', '${u.partner}', 'GTQ', 10, 1, current_date, 'Transfer'),
      ('${id.payout2}', 'lago', 'partner', '${u.partner2}', 'GTQ', 10, 1, current_date, 'Transfer');
    insert into public.payout_lines (payout_id, share_id, booking_id, territory_id, payee_id, amount, turn)
      select p.id, s.id, s.booking_id, s.territory_id, p.payee_id, p.amount, 1
        from private.shares s join public.payouts p on p.territory_id = s.territory_id and p.party = s.party;
    update private.shares s set paid = earned, payout_id = l.payout_id from public.payout_lines l where l.share_id = s.id;
    insert into private.month_closings (territory_id, month) values ('rio', '2020-01-01'), ('lago', '2020-01-01');
    insert into private.month_closing_sums (id, closing_id, party, payee_id, currency_code, sold, corrected, refunded, disputed, earlier, amount)
      overriding system value
      select x.id, c.id, 'partner', x.payee, 'GTQ', 0, 0, 0, 0, 0, 0
        from private.month_closings c join (values ('rio', ${MONTH_STATEMENT}, '${u.partner}'::uuid), ('lago', ${MONTH_STATEMENT2}, '${u.partner2}'::uuid))
          x (territory, id, payee) on x.territory = c.territory_id;
    insert into private.month_closing_rows (ledger_id, sum_id, booking_id, service_id, booking_date, earlier)
      select l.id, s.id, l.booking_id, b.service_id, b.booking_date, false
        from private.ledger l join public.bookings b on b.id = l.booking_id
        join private.month_closing_sums s on s.payee_id = l.party_user_id where l.party = 'partner';
    insert into private.orders (id, tourist_id, currency_code) select order_id, user_id, currency_code from private.holds where id = '${id.hold}';
    insert into private.payments (id, order_id, currency) select '${id.payment}', order_id, 'gtq' from private.holds where id = '${id.hold}';
    insert into private.payment_lines (payment_id, hold_id, amount_minor) values ('${id.payment}', '${id.hold}', 10000);
    insert into public.cash_entries (person_id, territory_id, kind, amount, currency_code, booking_id) values
      ('${u.guide}', 'rio', 'taken', 100, 'GTQ', '${id.booking}'), ('${u.guide2}', 'lago', 'taken', 100, 'GTQ', '${id.booking2}');
    insert into public.cash_handovers (id, person_id, territory_id, currency_code, declared) values
      ('${id.handover}', '${u.guide}', 'rio', 'GTQ', 100), ('${id.handover2}', '${u.guide2}', 'lago', 'GTQ', 100);
    insert into private.stripe_events (id, type) values ('evt_1', 'payment_intent.succeeded');
    insert into private.stripe_ops (payment_intent_id, op) values ('pi_1', 'capture');
    insert into private.troubles (kind, item, error, next_attempt_at) values ('payment', 'pi_1', 'no', now());
    insert into private.outbox (id, dedupe_key, kind, template, recipient, state) overriding system value values
      (${OUTBOX_ROW}, 'one', 'email', 'booking', 'tourist@example.test', 'dead');`;
}

function community(): string {
  const photo = '/storage/v1/object/public/media/user-submissions/x/y.webp';
  return `
    insert into public.territory_messages (id, territory_id, user_id, message, hidden_at) values
      ('${id.post}', 'rio', '${u.tourist}', 'Hello', null), ('${id.post2}', 'lago', '${u.otherTourist}', 'Hello', null),
      ('${id.hiddenPost}', 'rio', '${u.tourist}', 'Spam', now());
    insert into public.territory_followers (territory_id, user_id) values
      ('rio', '${u.tourist}'), ('lago', '${u.otherTourist}'), ('oculto', '${u.tourist}');
    insert into public.notice_choices (user_id) values ('${u.manager}');
    insert into public.message_reports (id, message_id, territory_id, reporter_id) values
      ('${id.report}', '${id.post}', 'rio', '${u.otherTourist}'), ('${id.report2}', '${id.post2}', 'lago', '${u.tourist}');
    insert into public.reviews (id, booking_id, service_id, kind, territory_id, author_id, rating, hidden_at) values
      ('${id.review}', '${id.booking}', '${id.experience}', 'experience', 'rio', '${u.tourist}', 5, null),
      ('${id.hiddenReview}', '${id.transportBooking}', '${id.transport}', 'transport', 'rio', '${u.tourist}', 1, now()),
      ('${id.review2}', '${id.booking2}', '${id.experience2}', 'experience', 'lago', '${u.otherTourist}', 5, null);
    insert into public.messages (id, booking_id, sender_id, message) values
      ('${id.message}', '${id.booking}', '${u.tourist}', 'Hi'), ('${id.message2}', '${id.booking2}', '${u.otherTourist}', 'Hi'),
      ('${id.transportMessage}', '${id.transportBooking}', '${u.tourist}', 'Hi');
    insert into public.notifications (id, user_id, wording) values
      ('${id.notification}', '${u.tourist}', 'tomorrow'), ('${id.notification2}', '${u.otherTourist}', 'tomorrow');
    insert into public.user_submissions (id, user_id, territory_id, media_urls, media_types, comment, location) values
      ('${id.submission}', '${u.tourist}', 'rio', '{${photo}}', '{image}', 'c', 'l'), ('${id.submission2}', '${u.tourist}', 'lago', '{${photo}}', '{image}', 'c', 'l');
    insert into public.contact_messages (id, user_id, name, email, message) values ('${id.contact}', '${u.tourist}', 'n', 'tourist@example.test', 'm');
    insert into public.partner_applications (id, user_id, kind, name, email, territory_id) values
      ('${id.application}', '${u.tourist}', 'tour_guide', 'n', 'tourist@example.test', 'rio'),
      ('${id.application2}', '${u.tourist}', 'tour_guide', 'n', 'tourist@example.test', 'lago');`;
}
