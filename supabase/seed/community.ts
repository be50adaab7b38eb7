import type { SeededBooking } from './bookings.ts';
import type { Calendar } from './calendar.ts';
import { conversations, voicesOf } from './content/reviews.ts';
import { managers } from './content/staff.ts';
import { territories } from './content/territories.ts';
import { tourists } from './content/tourists.ts';
import type { BoardMessage, TerritoryId } from './content/types.ts';
import type { Voice } from './content/voices.ts';
import { countryOf, homeLanguageOf } from './guests.ts';
import { createRandom, required, uuidOf } from './ids.ts';
import { userId } from './people.ts';
import { insertRows, type Row, type Sql } from './rows.ts';

const messageId = (territory: string, at: string) => uuidOf(`board/${territory}/${at}`);

async function seedBoards(sql: Sql, calendar: Calendar): Promise<void> {
  const row = (territory: TerritoryId, at: string, parent: string | null, { by, ago, text }: BoardMessage): Row => ({
    id: messageId(territory, at),
    territory_id: territory,
    user_id: userId(by),
    parent_id: parent,
    message: text,
    created_at: calendar.ago(ago),
  });
  const topics = territories.flatMap(({ id, board }) => board.map((topic, index) => row(id, `${index}`, null, topic)));
  const answers = territories.flatMap(({ id, board }) =>
    board.flatMap((topic, index) =>
      (topic.replies ?? []).map((reply, at) => row(id, `${index}/${at}`, messageId(id, `${index}`), reply)),
    ),
  );
  // Topics come first, because a reply needs its topic.
  await insertRows(sql, 'public.territory_messages', topics);
  await insertRows(sql, 'public.territory_messages', answers);
}

async function seedFollowers(sql: Sql, calendar: Calendar): Promise<void> {
  const random = createRandom(31);
  const rows = territories.flatMap(({ id, featured }) =>
    tourists
      .filter(({ key }) => key === 'tourist' || random() < (featured ? 0.6 : 0.3))
      .map(({ key }) => ({ territory_id: id, user_id: userId(key), created_at: calendar.ago(24 + random() * 1500) })),
  );
  await insertRows(sql, 'public.territory_followers', rows);
}

type Said = Omit<Voice, 'country'>;

function reviewRow(booking: SeededBooking, said: Said, calendar: Calendar, random: () => number): Row {
  const { offer } = booking.departure;
  const reply = said.reply ?? null;
  const hoursAfter = 10 + random() * 60;
  const at = calendar.earliest(new Date(booking.startsAt.getTime() + hoursAfter * 3_600_000), calendar.ago(1));
  return {
    booking_id: booking.id,
    service_id: offer.id,
    kind: offer.kind,
    territory_id: offer.territory,
    author_id: userId(booking.by),
    rating: said.rating,
    text: said.text,
    reply,
    replied_by: reply === null ? null : (offer.guideId ?? userId(managers[offer.territory])),
    replied_at: reply === null ? null : calendar.earliest(new Date(at.getTime() + 20 * 3_600_000), calendar.now),
    created_at: at,
  };
}

// Hints in a text about whether its writer is a group or one person.
const SEVERAL = /\b(we|us|our|my (daughter|son|father|partner|children)|mi (hija|mamá)|\p{L}+mos|nos)\b/iu;
const ALONE = /\b(travelled|came) alone\b/i;
// Plural forms of Guatemala. In Spain, friends would read 'id' and 'llevad'.
const NOT_OF_SPAIN = /\b(contraten|lleven|pidan|salgan|vayan)\b/i;

function fits({ text, language, country }: Voice, booking: SeededBooking): boolean {
  if (language !== homeLanguageOf(booking.by)) return false;
  if (country !== undefined && country !== countryOf(booking.by)) return false;
  if (countryOf(booking.by) === 'ES' && NOT_OF_SPAIN.test(text)) return false;
  if (ALONE.test(text)) return booking.people === 1;
  return booking.people > 1 || !SEVERAL.test(text);
}

/** Assigns a service's texts to guests who were there, each guest at most one. */
function match(bookings: readonly SeededBooking[], said: readonly Voice[], random: () => number) {
  const free = bookings
    .map((booking) => ({ booking, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ booking }) => booking);
  const writers = new Set<string>();
  return said.flatMap((voice) => {
    const booking = free.find((candidate) => !writers.has(candidate.by) && fits(voice, candidate));
    if (booking === undefined) return [];
    writers.add(booking.by);
    return [{ booking, said: voice }];
  });
}

/** Inserts reviews by guests who were there. A trigger updates the averages. */
async function seedReviews(sql: Sql, calendar: Calendar, bookings: readonly SeededBooking[]): Promise<void> {
  const random = createRandom(57);
  const attended = bookings.filter(({ status }) => status === 'checked_in');
  const told = attended.flatMap((booking) => (booking.review ? [{ booking, said: booking.review }] : []));
  // The demo's guest has trips of her own to review.
  const others = attended.filter(({ by }) => by !== 'tourist');
  const matched = [...voicesOf].flatMap(([path, said]) => {
    const went = others.filter(({ departure }) => departure.offer.path === path);
    return match(went, said, random);
  });
  await insertRows(
    sql,
    'public.reviews',
    [...told, ...matched].map(({ booking, said }) => reviewRow(booking, said, calendar, random)),
  );
}

/** Inserts short conversations about future bookings, the first of which belong to the demo's accounts. */
async function seedConversations(sql: Sql, calendar: Calendar, bookings: readonly SeededBooking[]): Promise<void> {
  const random = createRandom(83);
  const led = bookings.filter(
    ({ departure, endedAt }) => departure.day >= 0 && departure.offer.guideId !== null && endedAt === null,
  );
  const chosen = [
    ...led.filter(({ by }) => by === 'tourist').slice(0, 3),
    ...led.filter(({ by }) => by !== 'tourist' && random() < 0.12),
  ];
  const rows = chosen.flatMap((booking, index) => {
    const known = conversations[homeLanguageOf(booking.by)];
    const lines = required(known[index % known.length], 'a conversation');
    const since = Math.min(70, (calendar.now.getTime() - booking.madeAt.getTime()) / 3_600_000) * 0.8;
    return lines.map((message, at) => ({
      booking_id: booking.id,
      sender_id: at % 2 === 0 ? userId(booking.by) : booking.departure.offer.guideId,
      message,
      created_at: calendar.ago(since - (since * at) / (lines.length + 1)),
    }));
  });
  await insertRows(sql, 'public.messages', rows);
}

interface Notice {
  to: string;
  type: string;
  wording: string;
  params: Row;
  ago: number;
  read: boolean;
  territory: TerritoryId | null;
  booking: SeededBooking | null;
}

const noticeRow = (calendar: Calendar, { to, ago, territory, booking, ...said }: Notice): Row => ({
  ...said,
  user_id: to,
  territory_id: territory,
  booking_id: booking?.id ?? null,
  created_at: calendar.ago(ago),
});

function bookingNotices(calendar: Calendar, bookings: readonly SeededBooking[]): Notice[] {
  const ahead = bookings.filter(({ departure, endedAt }) => departure.day >= 0 && endedAt === null);
  const hours = (booking: SeededBooking) => (calendar.now.getTime() - booking.madeAt.getTime()) / 3_600_000;
  return ahead.flatMap((booking): Notice[] => {
    const { guideId } = booking.departure.offer;
    const ago = hours(booking);
    const base = { params: {}, territory: null, ago, booking };
    const guest = userId(booking.by);
    const toGuest = { ...base, to: guest, type: 'booking', wording: 'booking_confirmed', read: ago > 48 };
    const toGuide = { ...base, type: 'new_booking', wording: 'new_booking', read: ago > 60 };
    return guideId === null ? [toGuest] : [toGuest, { ...toGuide, to: guideId }];
  });
}

/** Returns a commission notification to the partner, for a booking of this service. */
function commissionNotice(bookings: readonly SeededBooking[], title: string, ago: number): Notice {
  const booking = required(
    bookings.find(({ departure }) => departure.offer.title === title),
    `a booking of ${title}`,
  );
  const said = { type: 'commission_paid', wording: 'commission_paid', params: { more: 0 } };
  return { ...said, to: userId('partner'), territory: null, booking, ago, read: ago > 48 };
}

async function seedNotifications(sql: Sql, calendar: Calendar, bookings: readonly SeededBooking[]): Promise<void> {
  const reported = {
    type: 'reported_message',
    wording: 'message_reported',
    params: { excerpt: 'Where do you change money in Fronteras? Both machi…' },
    ago: 30,
    territory: 'rio-dulce' as const,
    booking: null,
  };
  const notices: Notice[] = [
    ...bookingNotices(calendar, bookings),
    { ...reported, to: userId('manager'), read: false },
    { ...reported, to: userId('staff'), read: true },
    commissionNotice(bookings, 'Antigua to Río Dulce Shuttle', 5),
    commissionNotice(bookings, 'River Canyon by Lancha to Lívingston', 80),
  ];
  await insertRows(
    sql,
    'public.notifications',
    notices.map((notice) => noticeRow(calendar, notice)),
  );
  await sql`update public.notifications n set params = n.params || private.booking_params(b)
    from private.booking_facts b where b.id = n.booking_id`;
}

/** Inserts board, followers, reviews, conversations and notifications. */
export async function seedCommunity(sql: Sql, calendar: Calendar, bookings: readonly SeededBooking[]): Promise<void> {
  await seedBoards(sql, calendar);
  await seedFollowers(sql, calendar);
  await seedReviews(sql, calendar, bookings);
  await seedConversations(sql, calendar, bookings);
  // Removes what triggers created for the rows above.
  await sql`delete from public.notifications`;
  await seedNotifications(sql, calendar, bookings);
}
