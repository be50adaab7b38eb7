import { randomUUID } from 'node:crypto';
import { beforeEach } from 'vitest';
import { payFor } from './checkout.ts';
import { rideOf, signedIn } from './fixture.ts';
import { checkout, checkoutForEachTest, fixture, user as tourist } from './for-each-test.ts';
import { rpcFor } from './rpc.ts';

export let booking: string;
export let ride: string;

/** Creates a territory, and a paid experience and ride, for each test of the file. */
export function reviewsForEachTest(): void {
  checkoutForEachTest();
  beforeEach(async () => {
    ({ booking } = await payFor(fixture, checkout, tourist));
    ({ booking: ride } = await payFor(fixture, checkout, tourist, rideOf(fixture)));
  });
}

export type Json = Record<string, unknown>;
export const call = (who: string, name: string, args: Json) =>
  rpcFor(fixture.db, signedIn(who))(name, args) as Promise<Json>;
export const checkIn = () =>
  fixture.db.sql`update public.bookings set check_in_status = 'checked_in', status = 'checked_in'`;
export const review = (who: string, changes: Json = {}) =>
  call(who, 'create_review', {
    p_booking_id: booking,
    p_rating: 4,
    p_text: 'Warm water, cold beer',
    p_photo_urls: [],
    ...changes,
  });
export const upload = async (owner: string): Promise<string> => {
  const name = `user-submissions/${owner}/${randomUUID()}.webp`;
  await fixture.db.sql`insert into storage.objects (bucket_id, name, owner_id) values ('media', ${name}, ${owner})`;
  return `/storage/v1/object/public/media/${name}`;
};
export const ratingOf = async (table: 'experiences' | 'territory_transports') => {
  const [row] = await fixture.db
    .sql`select rating_average::float as average, rating_count as count from public.${fixture.db.sql(table)}`;
  return row;
};
