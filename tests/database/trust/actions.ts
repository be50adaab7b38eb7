import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { payFor } from '../booking/support/checkout.ts';
import { createHold, daysFromNow, holdRequest, signedIn } from '../booking/support/fixture.ts';
import type { World } from './world.ts';

/** One thing that somebody tries. The numbers choose among what there is; `fitting`: whoever has the right to it does it. */
export type Step = { action: Action; who: number; which: number; other: number; fitting: boolean };

type Json = Record<string, unknown>;
type BookingRow = {
  kind: 'experience' | 'transport';
  id: string;
  guest: string;
  territory: string;
  departure_id: string;
};

const at = <T>(list: readonly T[], n: number): T | undefined => list[n % list.length];
const TERRITORIES = ['rio', 'lago'] as const;
const ROLES = [
  'tour_guide',
  'travel_partner',
  'shuttle_driver',
  'shuttle_manager',
  'territory_staff',
  'territory_manager',
  'admin',
];
const TOURISTS = ['ana', 'ben', 'cleo'];

/** A step being taken: who does it, and how they reach the database. */
class Turn {
  constructor(
    readonly world: World,
    readonly step: Step,
  ) {}

  get sql(): postgres.Sql {
    return this.world.fixture.db.sql;
  }

  /** Whether there was anything to try it on. */
  tried = false;

  person(n: number): string {
    return at(Object.values(this.world.people), n) ?? '';
  }

  /** Whoever tries it; `fitting` are the names of those who should. */
  actor(...fitting: (string | undefined)[]): string {
    this.tried = true;
    const names = fitting.filter((name) => name !== undefined);
    if (this.step.fitting && names.length > 0) {
      const name = at(names, this.step.who) ?? '';
      return this.world.people[name] ?? name;
    }
    return this.person(this.step.who);
  }

  /** One of the territory's office. */
  office(territory: string): string[] {
    return territory === 'rio' ? ['staff', 'manager'] : ['staff2', 'manager2'];
  }

  manager(territory: string): string {
    return territory === 'rio' ? 'manager' : 'manager2';
  }

  call(who: string, name: string, args: Json): Promise<Json> {
    this.tried = true;
    const names = Object.keys(args);
    return this.world.fixture.db.as(signedIn(who), async (sql) => {
      const [row] = await sql.unsafe(
        `select public.${name}(${names.map((key, n) => `${key} => $${n + 1}`).join(', ')}) as answer`,
        names.map((key) => args[key]) as never[],
      );
      return (row?.answer ?? {}) as Json;
    });
  }

  run(who: string, statement: string): Promise<unknown> {
    return this.world.fixture.db.as(signedIn(who), (sql) => sql.unsafe(statement));
  }

  async booking(): Promise<BookingRow | undefined> {
    const rows = await this.sql<BookingRow[]>`
      select 'experience' as kind, id, tourist_id as guest, territory_id as territory, departure_id, created_at from public.bookings union all
      select 'transport', id, tourist_id, territory_id, departure_id, created_at from public.transport_bookings order by created_at`;
    return at(rows, this.step.which);
  }

  /** An amount that nothing else is. */
  amount(): number {
    this.world.amounts += 1;
    return Number((1000 + this.world.amounts * 17.37).toFixed(2));
  }
}

/** A complete form of a service, with words that stand nowhere else; at a price that no other booking has. */
async function form(turn: Turn, who: string, payment: string): Promise<Json> {
  const { fixture, services } = turn.world;
  const service = at(services, turn.step.which);
  const n = turn.world.amounts;
  await turn.sql`update public.experiences set shared_price = ${turn.amount()} where id = ${service?.id ?? ''}`;
  await turn.sql`update public.territory_transports set shared_price = ${turn.amount()} where id = ${service?.id ?? ''}`;
  const passport = `${who}/${randomUUID()}.webp`;
  await turn.sql`insert into storage.objects (bucket_id, name, owner_id) values ('passports', ${passport}, ${who})`;
  const ride = service?.kind === 'transport';
  return holdRequest(fixture, {
    kind: service?.kind,
    experience_id: ride ? undefined : service?.id,
    timeslot_id: ride ? undefined : service?.slot,
    transport_id: ride ? service?.id : undefined,
    service_date: daysFromNow(1 + (turn.step.other % 4) * 3),
    payment_method: payment,
    whatsapp_number: `+50277${String(100_000 + n)}`,
    hotel_name: `Hotel ${randomUUID()}`,
    passport_images: [passport],
    ...(ride && {
      passenger_details: [
        {
          name: 'Guest',
          email: `${randomUUID()}@guests.test`,
          whatsapp: '+50255512345',
          country: 'GT',
          speaks_spanish: true,
        },
      ],
    }),
  });
}

/** What is public again after a booking: its price stands in it alone. */
async function plainPrices({ sql }: Turn): Promise<void> {
  await sql`update public.experiences set shared_price = 90`;
  await sql`update public.territory_transports set shared_price = 90`;
}

/** The booking begins at a moment from now. */
async function begins({ sql }: Turn, b: BookingRow, from: string): Promise<void> {
  await sql`update ${sql(b.kind === 'transport' ? 'transport_bookings' : 'bookings')} set (booking_date, start_time) =
    (select s::date, s::time from (select (now() + ${from}::interval) at time zone 'America/Guatemala' as s) x) where id = ${b.id}`;
}

async function onBooking(turn: Turn, name: string, fitting: (b: BookingRow) => string[], more: Json): Promise<void> {
  const b = await turn.booking();
  if (b) await turn.call(turn.actor(...fitting(b)), name, { p_kind: b.kind, p_booking_id: b.id, ...more });
}

const guestOf = (b: BookingRow) => [b.guest];
const hostsOf = (b: BookingRow) =>
  b.territory === 'lago'
    ? ['guide2', 'staff2', 'manager2']
    : [b.kind === 'transport' ? 'shuttle' : 'guide', 'staff', 'manager'];

const ACTIONS = {
  bookForCash: async (turn: Turn) => {
    const who = turn.actor(...TOURISTS);
    try {
      const hold = await createHold(turn.world.fixture, who, await form(turn, who, 'cash'));
      await turn.call(who, 'book_cash', { p_hold_id: hold.hold_id });
    } finally {
      await plainPrices(turn);
    }
  },
  payByCard: async (turn: Turn) => {
    const who = turn.actor(...TOURISTS);
    try {
      await payFor(turn.world.fixture, turn.world.checkout, who, await form(turn, who, 'card'));
    } finally {
      await plainPrices(turn);
    }
  },
  hold: async (turn: Turn) => {
    const who = turn.actor(...TOURISTS);
    try {
      await createHold(turn.world.fixture, who, await form(turn, who, 'card'));
    } finally {
      await plainPrices(turn);
    }
  },
  release: async (turn: Turn) => {
    const rows = await turn.sql<
      { id: string; user_id: string }[]
    >`select id, user_id from private.holds order by created_at, id`;
    const hold = at(rows, turn.step.which);
    if (hold) await turn.call(turn.actor(hold.user_id), 'release_hold', { p_hold_id: hold.id });
  },
  cancel: (turn: Turn) => onBooking(turn, 'cancel_booking', guestOf, {}),
  cancelByStaff: (turn: Turn) => onBooking(turn, 'staff_cancel_booking', (b) => turn.office(b.territory), {}),
  setStatus: (turn: Turn) =>
    onBooking(turn, 'set_booking_status', (b) => turn.office(b.territory), {
      p_status: at(['confirmed', 'paid', 'cancelled', 'checked_in', 'no_show', 'refunded'], turn.step.other),
    }),
  refund: async (turn: Turn) => {
    const b = await turn.booking();
    if (!b) return;
    const [row] = await turn.sql`select coalesce(sum(amount), 0)::float as left from private.ledger
      where coalesce(booking_id, transport_booking_id) = ${b.id}`;
    await turn.call(turn.actor(...turn.office(b.territory)), 'refund_booking', {
      p_kind: b.kind,
      p_booking_id: b.id,
      p_amount: Number((turn.amount() / 100).toFixed(2)),
      p_left: row?.left,
    });
  },
  /** Whoever may do it waits for the day: guests arrive before the start, and are missed after it. */
  checkIn: async (turn: Turn) => {
    const b = await turn.booking();
    const p_action = at(['checked_in', 'no_show'], turn.step.other);
    if (b && turn.step.fitting) await begins(turn, b, p_action === 'no_show' ? '-10 minutes' : '1 hour');
    await onBooking(turn, 'check_in_listed', hostsOf, { p_action });
  },
  takeCash: async (turn: Turn) => {
    const b = await turn.booking();
    if (!b) return;
    const [row] = await turn.sql`select total_price::float as due from private.booking_facts where id = ${b.id}`;
    await turn.call(turn.actor(...hostsOf(b)), 'receive_cash', {
      p_kind: b.kind,
      p_booking_id: b.id,
      p_amount: row?.due,
    });
  },
  takeBack: (turn: Turn) => onBooking(turn, 'undo_arrival', hostsOf, {}),
  checkInByCode: async (turn: Turn) => {
    const rows =
      await turn.sql`select code, coalesce(booking_id, transport_booking_id) as id from public.booking_codes order by id`;
    const b = await turn.booking();
    const code = turn.step.fitting ? rows.find(({ id }) => id === b?.id) : at(rows, turn.step.which);
    if (code)
      await turn.call(turn.actor('guide', 'shuttle', 'guide2', 'driver'), 'check_in', {
        p_booking_id: code.id,
        p_code: code.code,
        p_action: 'checked_in',
      });
  },
  /** The booking begins in an hour. */
  theDayComes: async (turn: Turn) => {
    const b = await turn.booking();
    if (!b) return;
    turn.tried = true;
    await begins(turn, b, '1 hour');
  },
  write: (turn: Turn) =>
    onBooking(turn, 'send_message', (b) => [...guestOf(b), ...hostsOf(b)], {
      p_message: `Between us: ${randomUUID()}`,
    }),
  writeToAll: async (turn: Turn) => {
    const b = await turn.booking();
    if (b)
      await turn.call(turn.actor(...hostsOf(b)), 'send_group_message', {
        p_kind: b.kind,
        p_departure_id: b.departure_id,
        p_message: `To all: ${randomUUID()}`,
        p_idempotency_key: randomUUID(),
      });
  },
  payOut: (turn: Turn) =>
    onBooking(turn, 'set_payout_status', (b) => [turn.manager(b.territory)], {
      p_party: at(['operator', 'territory', 'partner'], turn.step.other),
      p_status: at(['paid', 'pending'], turn.step.who),
    }),
  invite: async (turn: Turn) => {
    const { world, step } = turn;
    const to = turn.person(step.which);
    const roles = [at(ROLES, step.other) ?? ''];
    const territory = at(TERRITORIES, step.which) ?? '';
    const [address] = await turn.sql`select email from public.profiles where id = ${to}`;
    const made = await turn.call(turn.actor(...turn.office(territory), 'admin'), 'create_invite', {
      p_email: address?.email,
      p_roles: roles,
      p_territory_id: territory,
    });
    const id = made.invite_id as string;
    // The code leaves with the mail.
    const [mail] =
      await turn.sql`select payload ->> 'code' as code from private.outbox where payload ->> 'invite_id' = ${id}`;
    if (mail?.code) world.invitations.push({ id, code: mail.code, to, roles, territory });
  },
  redeem: async (turn: Turn) => {
    const { world } = turn;
    const invitation = at(world.invitations, turn.step.which);
    if (!invitation) return;
    const who = turn.actor(invitation.to);
    if (turn.step.other % 2 === 0) await turn.call(who, 'redeem_invite', { p_code: invitation.code });
    else await turn.call(who, 'accept_invite', { p_invite_id: invitation.id });
    // Again after the role has ended, it answers and gives nothing.
    if (taken.get(world)?.has(invitation.id)) return;
    taken.set(world, new Set([...(taken.get(world) ?? []), invitation.id]));
    for (const role of invitation.roles) world.roles.hold(who, role, role === 'admin' ? null : invitation.territory);
  },
  decline: async (turn: Turn) => {
    const invitation = at(turn.world.invitations, turn.step.which);
    if (invitation) await turn.call(turn.actor(invitation.to), 'decline_invite', { p_invite_id: invitation.id });
  },
  /** Nobody gets a role in a region like this; an admin makes others admins. */
  seize: async (turn: Turn) => {
    const role = at(ROLES, turn.step.other) ?? '';
    const person = turn.person(turn.step.which);
    await turn.call(turn.actor('manager', 'admin'), 'grant_role', { p_user_id: person, p_role: role });
    if (role === 'admin') turn.world.roles.hold(person, role, null);
  },
  withdraw: async (turn: Turn) => {
    const invitation = at(turn.world.invitations, turn.step.which);
    if (invitation)
      await turn.call(turn.actor(turn.manager(invitation.territory)), 'withdraw_invite', {
        p_invite_id: invitation.id,
      });
  },
  askForRole: async (turn: Turn) => {
    const who = turn.person(turn.step.who);
    const role = at(ROLES, turn.step.other) ?? '';
    const { added } = await turn.call(who, 'add_my_role', { p_role: role });
    if (added) turn.world.roles.takeUp(who, role);
  },
  decide: async (turn: Turn) => {
    const rows =
      await turn.sql`select id, user_id, role, territory_id from public.role_requests order by created_at, id`;
    const request = at(rows, turn.step.which);
    if (!request) return;
    const territory = request.territory_id ?? at(TERRITORIES, turn.step.other);
    const approve = turn.step.other % 3 > 0;
    await turn.call(turn.actor(turn.manager(territory), 'admin'), 'decide_role_request', {
      p_request_id: request.id,
      p_approve: approve,
      p_territory_id: territory,
    });
    if (approve) turn.world.roles.hold(request.user_id, request.role, request.role === 'admin' ? null : territory);
  },
  leave: async (turn: Turn) => {
    const who = turn.person(turn.step.who);
    const role = at(ROLES, turn.step.other) ?? '';
    await turn.call(who, 'remove_my_role', { p_role: role });
    turn.world.roles.drop(who, role);
  },
  revoke: async (turn: Turn) => {
    const territory = at(TERRITORIES, turn.step.other) ?? '';
    const role = at(ROLES.slice(0, 6), turn.step.which) ?? '';
    const person = turn.person(turn.step.other);
    const who = turn.actor(turn.manager(territory));
    await turn.call(who, 'revoke_role', { p_user_id: person, p_role: role, p_territory_id: territory });
    turn.world.roles.revoke(who, person, role, territory);
  },
  editProfile: (turn: Turn) =>
    turn.run(turn.actor(), `update public.profiles set bio = 'Hello' where id = '${turn.person(turn.step.which)}'`),
  editMember: async (turn: Turn) => {
    const { fitting, which, other } = turn.step;
    const person = fitting ? (turn.world.people.partner ?? '') : turn.person(which);
    const territory = fitting ? 'rio' : at(TERRITORIES, other);
    const [row] = await turn.sql`select private.member_version(${person}, ${territory ?? ''})::text as version`;
    // As text: the driver would write it as a Date, without its microseconds.
    await turn.run(
      turn.actor('manager'),
      `select public.save_member('${person}', '${territory}', '${row?.version}', p_commission_level => ${other % 40})`,
    );
  },
  lead: async (turn: Turn) => {
    const service = at(
      turn.world.services.filter(({ kind }) => kind === 'experience'),
      turn.step.which,
    );
    const guide = turn.person(turn.step.other);
    if (service)
      await turn.run(
        turn.actor(...turn.office(service.territory)),
        `update public.experiences set guide_id = '${guide}' where id = '${service.id}'`,
      );
  },
  post: (turn: Turn) =>
    turn.run(
      turn.actor(),
      `insert into public.territory_messages (territory_id, message) values ('${at(TERRITORIES, turn.step.which)}', 'Hello')`,
    ),
  report: async (turn: Turn) => {
    const post = at(await turn.sql`select id from public.territory_messages order by created_at, id`, turn.step.which);
    if (post) await turn.call(turn.actor(), 'report_message', { p_message_id: post.id });
  },
  review: (turn: Turn) => onBooking(turn, 'create_review', guestOf, { p_rating: 5, p_text: 'Good' }),
  close: async (turn: Turn) => {
    const service = at(turn.world.services, turn.step.which);
    if (service)
      await turn.call(turn.actor(...turn.office(service.territory)), 'close_departure', {
        p_kind: service.kind,
        p_service_id: service.id,
        p_timeslot_id: service.slot,
        p_date: daysFromNow(1 + (turn.step.other % 4) * 3),
        p_closed: turn.step.other % 2 === 0,
      });
  },
} satisfies Record<string, (turn: Turn) => Promise<unknown>>;

/** Invitations that were taken up. */
const taken = new WeakMap<World, ReadonlySet<string>>();

export type Action = keyof typeof ACTIONS;
export const ACTION_NAMES = Object.keys(ACTIONS) as Action[];

/**
 * Does it, or is refused: as a refusal of ours, by a policy, or by a constraint on a direct write. Anything else is a fault. `idle`: there
 * was nothing to do it with.
 */
export async function take(world: World, step: Step): Promise<'done' | 'refused' | 'idle'> {
  const turn = new Turn(world, step);
  try {
    await ACTIONS[step.action](turn);
    return turn.tried ? 'done' : 'idle';
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    const status = (error as { status?: number }).status;
    if (/^(PT4\d\d|42501)$/.test(code ?? '') || (status !== undefined && status < 500)) return 'refused';
    if (/^\{"error"|"code":/.test(message)) return 'refused';
    throw error;
  }
}
