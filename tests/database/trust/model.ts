import type postgres from 'postgres';
import type { World } from './world.ts';

/** A private fact as a unique string, and what it belongs to. */
export type Fact = {
  kind: Kind;
  text: string;
  of: string;
  person?: string;
  /** The people who are or were to be paid this share. */
  payees?: string[];
  booking?: BookingFact;
  territory?: string;
};
export type BookingFact = {
  kind: 'experience' | 'transport';
  id: string;
  territory: string;
  guest: string | null;
  guide: string | null;
  /** The partner through whose link it was booked. */
  referrer: string | null;
  /** The trip is today or tomorrow, or has just ended, so the driver can see it. */
  near: boolean;
  /** The booking isn't cancelled. */
  live: boolean;
};

/** The possible relations between a reader and a fact. */
const RELATIONS = {
  self: ({ reader, fact }) => fact.person === reader,
  /** Earnings remain in a person's own data, regardless of current roles (docs/decisions/0040). */
  payee: ({ reader, fact }) => fact.payees?.includes(reader) ?? false,
  admin: ({ world, reader }) => world.roles.isAdmin(reader),
  /** Staff and managers of a territory in which the person holds a role now. */
  employer: ({ world, reader, fact }) =>
    TERRITORIES.some(
      (place) => world.roles.works(reader, OFFICE, place) && world.roles.works(fact.person ?? '', ROLES, place),
    ),
  /** A shuttle manager, as seen from the drivers. */
  dispatcher: ({ world, reader, fact }) =>
    TERRITORIES.some(
      (place) =>
        world.roles.holds(reader, 'shuttle_manager', place) &&
        world.roles.holds(fact.person ?? '', 'shuttle_driver', place),
    ),
  /** People who see an open invitation to this address, as it was entered there. */
  inviter: ({ world, reader, fact, open }) =>
    world.invitations.some(
      (one) =>
        one.to === fact.person &&
        open.has(one.id) &&
        world.roles.works(
          reader,
          [...OFFICE, ...(one.roles.includes('shuttle_driver') ? ['shuttle_manager'] : [])],
          one.territory,
        ),
    ),
  /** Staff or managers of the territory of one of the person's bookings. */
  officeOfGuest: (ask) => ask.bookings.some((b) => b.guest === ask.fact.person && isOffice(ask, b)),
  /** A guide who leads the active trip. */
  guestOfGuide: ({ world, reader, fact, bookings }) =>
    bookings.some(
      (b) =>
        b.guest === reader &&
        b.live &&
        b.guide === fact.person &&
        world.roles.holds(fact.person ?? '', 'tour_guide', b.territory),
    ),
  guest: ({ reader, fact }) => fact.booking?.guest === reader,
  office: (ask) => ask.fact.booking !== undefined && isOffice(ask, ask.fact.booking),
  guide: ({ world, reader, fact: { booking } }) =>
    booking?.guide === reader && world.roles.holds(reader, 'tour_guide', booking.territory),
  shuttleManager: ({ world, reader, fact: { booking } }) =>
    booking?.kind === 'transport' && world.roles.holds(reader, 'shuttle_manager', booking.territory),
  shuttleManagerOfGuest: ({ world, reader, fact, bookings }) =>
    bookings.some(
      (b) =>
        b.guest === fact.person && b.kind === 'transport' && world.roles.holds(reader, 'shuttle_manager', b.territory),
    ),
  driver: ({ world, reader, fact: { booking } }) =>
    booking?.kind === 'transport' && booking.near && world.roles.holds(reader, 'shuttle_driver', booking.territory),
  referrer: ({ world, reader, fact: { booking } }) => booking?.referrer === reader && isPartner(world, reader),
  /** The departure's team, while it isn't cancelled. */
  hostWhileItStands: (ask) => {
    const { world, reader, fact } = ask;
    const b = fact.booking;
    if (!b?.live) return false;
    const holds = (role: string) => world.roles.holds(reader, role, b.territory);
    return (
      isOffice(ask, b) ||
      (b.guide === reader && holds('tour_guide')) ||
      (b.kind === 'transport' && holds('shuttle_manager'))
    );
  },
  manager: ({ world, reader, fact }) => world.roles.holds(reader, 'territory_manager', fact.territory ?? ''),
} satisfies Record<string, (ask: Ask) => boolean>;

/** The relations that grant access to each kind of fact. Nothing else does. */
const OPENED_BY = {
  'e-mail': ['self', 'admin', 'employer', 'dispatcher', 'inviter', 'officeOfGuest', 'shuttleManagerOfGuest'],
  'guide number': ['self', 'guestOfGuide'],
  phone: ['guest', 'office', 'guide', 'shuttleManager', 'driver', 'admin'],
  hotel: ['guest', 'office', 'guide', 'shuttleManager', 'driver', 'admin'],
  price: ['guest', 'office', 'guide', 'shuttleManager', 'driver', 'referrer', 'admin'],
  passport: ['guest', 'hostWhileItStands'],
  'check-in code': ['guest'],
  message: ['guest', 'office', 'guide', 'shuttleManager'],
  share: ['manager', 'payee', 'admin'],
  'invitation code': [],
} as const satisfies Record<string, readonly (keyof typeof RELATIONS)[]>;

export type Kind = keyof typeof OPENED_BY;
export const KINDS = Object.keys(OPENED_BY).sort();

const TERRITORIES = ['rio', 'lago'];
const OFFICE = ['territory_staff', 'territory_manager'];
const ROLES = [...OFFICE, 'tour_guide', 'travel_partner', 'shuttle_manager', 'shuttle_driver'];

type Ask = { world: World; reader: string; fact: Fact; bookings: BookingFact[]; open: ReadonlySet<string> };

const isPartner = (world: World, reader: string) =>
  TERRITORIES.some((place) => world.roles.holds(reader, 'travel_partner', place));

const isOffice = ({ world, reader }: Ask, b: BookingFact) => world.roles.works(reader, OFFICE, b.territory);

/** All currently private facts, and whether a person may read them. */
export type Moment = { facts: Fact[]; mayRead(reader: string, fact: Fact): boolean };

export async function momentOf(world: World): Promise<Moment> {
  const { sql } = world.fixture.db;
  const bookings = await bookingsOf(sql);
  const facts = [
    ...(await peopleOf(sql)),
    ...bookings.flatMap((b) => b.facts),
    ...(await wordsAndShares(sql, bookings)),
  ];
  for (const { code, id } of world.invitations) facts.push({ kind: 'invitation code', text: code, of: id });
  const open = new Set(
    (await sql<{ id: string }[]>`select id from public.invites where redeemed_at is null and withdrawn_at is null`).map(
      (row) => row.id,
    ),
  );
  return {
    facts,
    mayRead: (reader, fact) =>
      OPENED_BY[fact.kind].some((relation) =>
        RELATIONS[relation]({ world, reader, fact, bookings: bookings.map((b) => b.booking), open }),
      ),
  };
}

async function peopleOf(sql: postgres.Sql): Promise<Fact[]> {
  const rows = await sql<{ id: string; email: string }[]>`select id, email from public.profiles`;
  const numbers = await sql<{ id: string; number: string }[]>`
    select user_id as id, whatsapp_number as number from private.guide_numbers`;
  return [
    ...rows.map(({ id, email }): Fact => ({ kind: 'e-mail', text: email, of: id, person: id })),
    ...numbers.map(({ id, number }): Fact => ({ kind: 'guide number', text: number, of: id, person: id })),
  ];
}

type BookingRow = Omit<BookingFact, 'near'> & {
  near: boolean;
  phone: string;
  hotel: string | null;
  price: string;
  passport: string | null;
  code: string | null;
};

async function bookingsOf(sql: postgres.Sql): Promise<{ booking: BookingFact; facts: Fact[] }[]> {
  const rows = await sql<BookingRow[]>`
    select f.kind, f.id, f.territory_id as territory, f.tourist_id as guest, f.guide_id as guide,
      (select l.user_id from public.referral_links l where l.id = f.referral_link_id) as referrer, f.whatsapp_number as phone,
      f.hotel_name as hotel, f.total_price::text as price, f.passport_images[1] as passport, c.code, private.is_live(f.status) as live,
      f.booking_date between (now() at time zone t.time_zone)::date - 1 and (now() at time zone t.time_zone)::date + 1 as near
    from private.booking_facts f join public.territories t on t.id = f.territory_id
    left join public.booking_codes c on c.booking_id = f.id`;
  return rows.map(({ phone, hotel, price, passport, code, ...booking }) => {
    const fact = (kind: Kind, text: string | null): Fact[] => (text ? [{ kind, text, of: booking.id, booking }] : []);
    return {
      booking,
      facts: [
        ...fact('phone', phone),
        ...fact('hotel', hotel),
        ...fact('price', price),
        ...fact('passport', passport),
        ...fact('check-in code', code),
      ],
    };
  });
}

async function wordsAndShares(sql: postgres.Sql, bookings: { booking: BookingFact }[]): Promise<Fact[]> {
  const messages = await sql<{ message: string; id: string }[]>`
    select message, booking_id as id from public.messages`;
  // An operator's share belongs to the guide. A ride has no such person.
  const shares = await sql<{ amount: string; payees: string[]; territory: string; id: string }[]>`
    select abs(l.amount)::text as amount, l.territory_id as territory, f.id,
      array_remove(array[case l.party when 'partner' then l.party_user_id when 'operator' then f.guide_id
        when 'territory' then (select e.user_id from public.commission_earnings e
          where e.booking_id = f.id) end]
        || array(select p.payee_id from public.payout_lines o join public.payouts p on p.id = o.payout_id
          where o.booking_id = f.id and p.party = l.party), null) as payees
    from private.ledger l join private.booking_facts f on f.id = l.booking_id where l.amount <> 0`;
  return [
    ...messages.flatMap(({ message, id }): Fact[] => {
      const found = bookings.find(({ booking }) => booking.id === id);
      return found ? [{ kind: 'message', text: message, of: id, booking: found.booking }] : [];
    }),
    ...shares.map(
      ({ amount, payees, territory, id }): Fact => ({ kind: 'share', text: amount, of: id, territory, payees }),
    ),
  ];
}
