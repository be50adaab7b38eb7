import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import type { Database } from '../../../src/types/database.ts';
import { fixture } from './fixture.ts';
import { id, type Person, userId } from './identities.ts';
import { KEY, lite, sharedApi, tokenOf } from './shared-api.ts';

// Tests policies, column grants and foreign keys as a browser meets them: through the API, with the unmodified
// client.

sharedApi();

function client(person?: Person): SupabaseClient<Database> {
  const fetch = (input: RequestInfo | URL, init?: RequestInit) => lite.fetch(new Request(input, init));
  const headers = person ? { Authorization: `Bearer ${tokenOf(person)}` } : {};
  return createClient<Database>('http://127.0.0.1', KEY, {
    global: { fetch, headers },
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: WebSocket as never },
  });
}

describe('through the API', () => {
  it('returns board messages with author and number of replies', async () => {
    const { data, error } = await client()
      .from('territory_messages')
      .select('id, message, profile:profile_cards(full_name, avatar_url, country), replies:territory_messages(count)')
      .eq('territory_id', 'rio')
      .is('parent_id', null);
    expect(error).toBeNull();
    expect(data).toMatchObject([{ id: id.post, profile: { full_name: 'tourist' } }]);
  });

  it('returns reviews, messages, experiences and drivers with their people', async () => {
    const reviews = await client()
      .from('reviews')
      .select('rating, profile:profile_cards(full_name)')
      .eq('id', id.review);
    expect(reviews.data).toEqual([{ rating: 5, profile: { full_name: 'tourist' } }]);
    const messages = await client('guide')
      .from('messages')
      .select('message, sender:profile_cards(full_name)')
      .eq('id', id.message);
    expect(messages.data).toEqual([{ message: 'Hi', sender: { full_name: 'tourist' } }]);
    const experience = await client()
      .from('services')
      .select(
        'title, guide:profile_cards!services_guide_card_fkey(full_name), territories!services_territory_id_fkey(currency_symbol)',
      )
      .eq('id', id.experience);
    expect(experience.error).toBeNull();
    expect(experience.data).toEqual([
      { title: 'Home', guide: { full_name: 'guide' }, territories: { currency_symbol: 'Q' } },
    ]);
    const drivers = await client('shuttle').from('shuttle_drivers').select('active, profile:profile_cards(full_name)');
    expect(drivers.data).toEqual([{ active: true, profile: { full_name: 'driver' } }]);
  });

  it('returns a ticket with its code to the tourist, and without it to staff', async () => {
    const ticket = (person: Person) =>
      client(person)
        .from('bookings')
        .select('id, experiences(title), booking_codes(code)')
        .eq('id', id.booking)
        .single();
    expect((await ticket('tourist')).data).toMatchObject({
      experiences: { title: 'Home' },
      booking_codes: { code: 'a'.repeat(32) },
    });
    expect((await ticket('staff')).data).toMatchObject({ experiences: { title: 'Home' }, booking_codes: null });
  });

  it('returns the service of each booking in a list of both kinds, and the same rows in the view of rides', async () => {
    const { data, error } = await client('tourist')
      .from('bookings')
      .select(`id, kind, code:booking_codes(code), service:services!bookings_service_id_kind_fkey(title)`)
      .order('kind');
    expect(error).toBeNull();
    expect(data).toMatchObject([
      { id: id.booking, kind: 'experience', service: { title: 'Home' } },
      { id: id.transportBooking, kind: 'transport', service: { title: 'Home' }, code: null },
    ]);
    const reviews = await client('tourist').rpc('my_reviews', {
      p_booking_ids: [id.booking, id.transportBooking, id.booking2],
    });
    expect(reviews.data).toMatchObject([
      { booking_id: id.booking, review: { id: id.review } },
      { booking_id: id.transportBooking, review: { rating: 1 } },
    ]);
    // Check-in asks for a name and the booking's id, so a reader of reviews must not get both.
    expect((await client('otherTourist').from('reviews').select('booking_id')).error?.code).toBe('42501');
    expect((await client('otherTourist').rpc('my_reviews', { p_booking_ids: [id.booking] })).data).toEqual([]);
    const rides = await client('tourist').from('transport_bookings').select('*');
    expect(rides.error).toBeNull();
    expect(rides.data?.map((ride) => ride.id)).toEqual([id.transportBooking]);
  });

  it('returns the kind of booking with notifications and messages to people who may read it', async () => {
    await fixture.sql`insert into public.notifications (user_id, type, wording, booking_id) values
      (${userId.tourist}, 'message', 'message', ${id.transportBooking}), (${userId.partner}, 'message', 'message', ${id.transportBooking})`;
    const noticesOf = (person: Person) =>
      client(person)
        .from('notifications')
        .select('booking_id, booking:bookings!notifications_booking_id_fkey(kind)')
        .not('booking_id', 'is', null);
    expect((await noticesOf('tourist')).data).toEqual([
      { booking_id: id.transportBooking, booking: { kind: 'transport' } },
    ]);
    expect((await noticesOf('partner')).data).toEqual([{ booking_id: id.transportBooking, booking: null }]);
    const messages = await client('shuttle').from('messages').select('id, kind');
    expect(messages.data).toEqual([{ id: id.transportMessage, kind: 'transport' }]);
  });

  it('returns a ticket with the symbol of its own currency, whatever its territory sells in', async () => {
    await fixture.sql`update public.territories set currency_code = 'USD' where id = 'rio'`;
    for (const booking of [id.booking, id.transportBooking]) {
      const { data, error } = await client('tourist')
        .from('bookings')
        .select('id, currency:currencies!bookings_currency_code_fkey(symbol)')
        .eq('id', booking)
        .single();
      expect(error).toBeNull();
      expect(data).toMatchObject({ currency: { symbol: 'Q' } });
    }
    await fixture.sql`update public.territories set currency_code = 'GTQ' where id = 'rio'`;
  });

  it("refuses visitors' requests for closed tables and columns", async () => {
    expect((await client().from('bookings').select('id')).error?.code).toBe('42501');
    expect((await client().from('profiles').select('email')).error?.code).toBe('42501');
    expect((await client('manager').from('invites').select('code_hash')).error?.code).toBe('42501');
    const update = await client('tourist').from('profiles').update({ hotel_name: 'x' }).eq('id', userId.tourist);
    expect(update.error?.code).toBe('42501');
  });

  it('returns status, code and text of a refusal', async () => {
    const { error, status } = await client('staff').rpc('grant_role', { p_user_id: userId.tourist, p_role: 'admin' });
    expect(status).toBe(403);
    expect(error).toMatchObject({
      hint: 'roles_forbidden',
      message: "You do not have permission to modify this user's roles",
    });
  });

  it("stores a guide's answer by upsert and a follower by insert, and returns the row of a post", async () => {
    const response = { guide_id: userId.guide, slot_id: id.slot, response: 'declined' };
    expect((await client('guide').from('guide_timeslot_responses').upsert(response)).error).toBeNull();
    expect((await client('driver').from('territory_followers').insert({ territory_id: 'rio' })).error).toBeNull();
    const post = await client('driver')
      .from('territory_messages')
      .insert({ territory_id: 'rio', message: 'Hello' })
      .select('user_id')
      .single();
    expect(post.data).toEqual({ user_id: userId.driver });
  });

  it("pages and filters all_bookings with the reader's rights", async () => {
    const { data, count } = await client('manager')
      .from('all_bookings')
      .select('kind, service_title, tourist_email', { count: 'exact' })
      .order('kind')
      .range(0, 9);
    expect(count).toBe(2);
    expect(data).toEqual([
      { kind: 'experience', service_title: 'Home', tourist_email: 'tourist@example.test' },
      { kind: 'transport', service_title: 'Home', tourist_email: 'tourist@example.test' },
    ]);
  });
});
