// @vitest-environment node
import { doubtScenes, type OtherDeparture, type ShownDeparture, startOf, zoneAt } from '@tests/support/arrival-doubts';
import { describe, expect, it } from 'vitest';
import type { CheckInBooking } from '@/features/dock/check-in/queries';
import type { Proof } from '@/features/dock/check-in/scan/proof';
import type { Statement } from '../../../../supabase/functions/_shared/ticket-statement.ts';
import { bookingNow, decideOffline, type Known, type Shown } from './decide';
import type { DockReport, QueuedReport } from './report';
import type { KnownTicket, ListedTicket } from './tickets';

// Eight in the morning in Guatemala.
const now = new Date('2026-11-27T14:00:00Z');
const readAt = now.getTime() - 3_600_000;
const DEPARTURE = 'aaaaaaaa-0000-0000-0000-000000000000';

const booking = (changes: Partial<CheckInBooking> = {}) =>
  ({
    kind: 'experience',
    booking_id: 'b',
    title: 'Castle',
    service_date: '2026-11-27',
    start_time: '08:30:00',
    time_zone: 'America/Guatemala',
    num_people: 2,
    status: 'paid',
    payment_status: 'completed',
    payment_method: 'card',
    amount_due: null,
    check_in_status: 'pending',
    check_in_from: '2026-11-27T11:30:00Z',
    no_show_from: '2026-11-27T14:30:00Z',
    arrival_until: '2026-11-28T18:00:00Z',
    ...changes,
  }) as CheckInBooking;
const ticket = (changes: Partial<CheckInBooking> = {}, more: object = {}) =>
  ({
    state: 'valid',
    bookingId: 'b',
    departureId: DEPARTURE,
    hash: 'h',
    version: 2,
    booking: booking(changes),
    ...more,
  }) as KnownTicket;

const statement = (changes: Partial<Statement> = {}): Statement => ({
  keyId: 1,
  departure: 'aaaaaaaa',
  date: '2026-11-27',
  time: '08:30:00',
  people: 2,
  passenger: 0,
  transport: false,
  isPrivate: false,
  version: 2,
  ...changes,
});
const genuine = (changes: Partial<Statement> = {}): Proof => ({ is: 'genuine', statement: statement(changes) });
const did = (
  action: DockReport['action'],
  state: QueuedReport['state'] = 'waiting',
  more: Partial<QueuedReport> = {},
): QueuedReport => ({
  seq: 1,
  userId: 'elmer',
  state,
  report: { key: 'k', action, booking_id: 'b', at: '2026-11-27T13:50:00Z' },
  ...more,
});

const decide = (shown: Partial<Shown> = {}, known: Partial<Known> = {}) =>
  decideOffline(
    { bookingId: 'b', hash: 'h', proof: null, ...shown },
    { tickets: [ticket()], readAt, reports: [], now, timeZone: 'America/Guatemala', ...known },
  );
const away = { ...{ title: 'Castle', service_date: '2026-12-01', time_zone: 'America/Guatemala' } } as never;
const cash = { payment_method: 'cash', payment_status: 'pending', amount_due: 175.5 };

describe('tickets on the list', () => {
  it.each<[string, object, Partial<Shown>, Partial<Known>]>([
    ['its code', { is: 'valid', booking: { doubt: null } }, {}, {}],
    ['its code and a signature of this ticket', { is: 'valid' }, { proof: genuine() }, {}],
    ['its code, though the signature is forged: the code is right', { is: 'valid' }, { proof: { is: 'forged' } }, {}],
    ['to be paid in cash', { is: 'valid', booking: { amount_due: 175.5 } }, {}, { tickets: [ticket(cash)] }],
    [
      'paid in cash to this phone meanwhile',
      { is: 'valid', booking: { amount_due: null } },
      {},
      {
        tickets: [ticket(cash)],
        reports: [did('cash', 'waiting', { report: { ...did('cash').report, amount: 175.5 } })],
      },
    ],
    ['an older picture', { is: 'invalid', why: 'version' }, { proof: genuine({ version: 1 }) }, {}],
    ['cancelled', { is: 'invalid', why: 'cancelled' }, {}, { tickets: [ticket({ status: 'cancelled' })] }],
    ['refunded', { is: 'invalid', why: 'cancelled' }, {}, { tickets: [ticket({ status: 'refunded' })] }],
    ['moved', { is: 'invalid', why: 'moved' }, {}, { tickets: [ticket({}, { state: 'moved', departure: away })] }],
    ['given away', { is: 'invalid', why: 'given' }, {}, { tickets: [ticket({}, { state: 'given', departure: away })] }],
    [
      'here by the list',
      { is: 'here', byThisPhone: false },
      {},
      { tickets: [ticket({ check_in_status: 'checked_in' })] },
    ],
    [
      'here by this phone, not sent',
      { is: 'here', byThisPhone: true, at: '2026-11-27T13:50:00Z' },
      {},
      { reports: [did('checked_in')] },
    ],
    ['a no-show by this phone', { is: 'here', status: 'no_show' }, {}, { reports: [did('no_show')] }],
    [
      'here by this phone, sent after the list was read',
      { is: 'here', byThisPhone: true },
      {},
      { reports: [did('checked_in', 'done', { settledAt: readAt + 1 })] },
    ],
    [
      'sent before the list was read, and undone by staff since',
      { is: 'valid' },
      {},
      { reports: [did('checked_in', 'done', { settledAt: readAt - 1 })] },
    ],
    [
      'a conflict of this phone',
      { is: 'here' },
      {},
      { reports: [did('checked_in', 'conflict', { settledAt: readAt + 1 })] },
    ],
    [
      'a press that was refused',
      { is: 'valid' },
      {},
      { reports: [did('checked_in', 'refused', { settledAt: readAt + 1 })] },
    ],
    ['undone by this phone', { is: 'valid' }, {}, { reports: [did('checked_in'), did('undo')] }],
    [
      'the press of another booking',
      { is: 'valid' },
      {},
      { reports: [{ ...did('checked_in'), report: { ...did('checked_in').report, booking_id: 'c' } }] },
    ],
    [
      'of tomorrow',
      { is: 'elsewhere', departure: { service_date: '2026-11-28' } },
      {},
      { tickets: [ticket({ service_date: '2026-11-28', check_in_from: '2026-11-28T11:30:00Z' })] },
    ],
    [
      'of yesterday, which left just before midnight',
      { is: 'valid', booking: { doubt: null } },
      {},
      {
        now: new Date('2026-11-27T06:20:00Z'),
        tickets: [
          ticket({
            service_date: '2026-11-26',
            start_time: '23:50:00',
            check_in_from: '2026-11-27T02:50:00Z',
            no_show_from: '2026-11-27T05:50:00Z',
          }),
        ],
      },
    ],
    [
      'of an hour that is far',
      { is: 'valid', booking: { doubt: 'hour' } },
      {},
      { tickets: [ticket({ start_time: '10:30:00', no_show_from: '2026-11-27T16:30:00Z' })] },
    ],
    [
      'while another departure is nearer',
      { is: 'valid', booking: { doubt: 'departure' } },
      {},
      {
        tickets: [
          ticket({ start_time: '09:30:00', no_show_from: '2026-11-27T15:30:00Z' }),
          ticket({ booking_id: 'c' }, { bookingId: 'c', hash: 'i', departureId: 'bbbbbbbb' }),
        ],
      },
    ],
  ])('%s', (_, expected, shown, known) => {
    expect(decide(shown, known)).toMatchObject(expected);
  });
});

describe('tickets not on the list', () => {
  const other = { bookingId: 'new', hash: 'n' };
  it.each<[string, object, Partial<Shown>, Partial<Known>]>([
    ['bought after it was read, for a departure of the list', { is: 'proven' }, { ...other, proof: genuine() }, {}],
    [
      'bought after it was read, on a day without a list',
      { is: 'proven' },
      { ...other, proof: genuine() },
      { tickets: [] },
    ],
    [
      'of another departure of today',
      { is: 'elsewhere', departure: { departure: 'bbbbbbbb' } },
      { ...other, proof: genuine({ departure: 'bbbbbbbb' }) },
      {},
    ],
    ['of another day', { is: 'elsewhere' }, { ...other, proof: genuine({ date: '2026-11-29' }) }, { tickets: [] }],
    ['of last night', { is: 'proven' }, { ...other, proof: genuine({ date: '2026-11-26' }) }, { tickets: [] }],
    [
      'let in by this phone',
      { is: 'here', byThisPhone: true },
      { ...other, proof: genuine() },
      { reports: [{ ...did('checked_in'), report: { ...did('checked_in').report, booking_id: 'new' } }] },
    ],
    ['forged', { is: 'invalid', why: 'signature' }, { ...other, proof: { is: 'forged' } }, {}],
    ['by a key that was revoked', { is: 'invalid', why: 'revoked' }, { ...other, proof: { is: 'revoked' } }, {}],
    ['by a key that the phone has not heard of', { is: 'unknown' }, { ...other, proof: { is: 'unknown' } }, {}],
    ['without a signature', { is: 'unknown' }, other, {}],
    ['another code of a booking that is on it, without a signature', { is: 'unknown' }, { hash: 'x' }, {}],
    [
      'an old code, whose signature says so',
      { is: 'invalid', why: 'version' },
      { hash: 'x', proof: genuine({ version: 1 }) },
      {},
    ],
    ['a newer code than the list has', { is: 'proven' }, { hash: 'x', proof: genuine({ version: 3 }) }, {}],
  ])('%s', (_, expected, shown, known) => {
    expect(decide(shown, known)).toMatchObject(expected);
  });

  it('control: the old picture would be accepted without the version', () => {
    expect(decide({ hash: 'h', proof: null })).toMatchObject({ is: 'valid' });
    expect(decide({ hash: 'x', proof: genuine({ version: 2 }) })).toMatchObject({ is: 'proven' });
  });
});

describe('the people of one booking', () => {
  const part = { num_people: 4, check_in_status: 'checked_in', status: 'checked_in', arrived: [1, 2] };
  const came = (...passengers: number[]) => {
    const one = did('checked_in');
    return { ...one, report: { ...one.report, passengers } };
  };

  it('lets people still missing enter, from the list and this phone’s actions', () => {
    expect(decide({}, { tickets: [ticket(part)] })).toMatchObject({ is: 'valid', booking: { arrived: [1, 2] } });
    expect(decide({}, { tickets: [ticket(part)], reports: [came(3)] })).toMatchObject({
      booking: { arrived: [1, 2, 3] },
    });
    expect(decide({}, { tickets: [ticket(part)], reports: [came(3), came(4)] })).toMatchObject({ is: 'here' });
  });

  describe("a passenger's own ticket", () => {
    const own = (good = true) => [{ passenger: 3, hash: 'own', good }];
    const listed = (changes: Partial<CheckInBooking> = {}, good = true) => ({
      tickets: [ticket({ num_people: 4, ...changes }, { own: own(good) })],
    });
    const mine = (changes: Partial<Statement> = {}) => genuine({ people: 4, passenger: 3, ...changes });
    const of = { hash: 'own', proof: mine() };

    it.each<[string, object, Partial<Shown>, Partial<Known>]>([
      ['by the list', { is: 'valid', booking: { passenger: 3 } }, { hash: 'own' }, listed()],
      ['by list and signature', { is: 'valid', booking: { passenger: 3 } }, of, listed()],
      [
        'to be paid in cash',
        { is: 'valid', booking: { passenger: 3, amount_due: 175.5 } },
        of,
        listed(cash as Partial<CheckInBooking>),
      ],
      ['while others are here', { is: 'valid', booking: { passenger: 3 } }, of, listed(part)],
      [
        'shared after the list was read',
        { is: 'valid', booking: { passenger: 2 } },
        { hash: 'later', proof: mine({ passenger: 2 }) },
        listed(),
      ],
      ['here by the list', { is: 'here', passenger: 3 }, of, listed({ ...part, arrived: [3] })],
      ['here by this phone', { is: 'here', byThisPhone: true }, of, { ...listed(), reports: [came(3)] }],
      [
        'here by the code of the booking',
        { is: 'here', byThisPhone: true },
        of,
        { ...listed(), reports: [did('checked_in')] },
      ],
      [
        'let in, shared after the list was read',
        { is: 'here' },
        { hash: 'later', proof: mine() },
        { ...listed(), reports: [came(3)] },
      ],
      ['withdrawn', { is: 'invalid', why: 'replaced' }, of, listed({}, false)],
      [
        'of before a change',
        { is: 'invalid', why: 'replaced' },
        { hash: 'older', proof: mine({ version: 1 }) },
        listed(),
      ],
      ['cancelled', { is: 'invalid', why: 'cancelled' }, of, listed({ status: 'cancelled' }, false)],
      [
        'of tomorrow',
        { is: 'elsewhere' },
        of,
        listed({ service_date: '2026-11-28', check_in_from: '2026-11-28T11:30:00Z' }),
      ],
      ['of a booking that is in no list', { is: 'proven', passengers: [3] }, of, { tickets: [] }],
      [
        'of a booking that is in no list, in once',
        { is: 'here', byThisPhone: true, passenger: 3 },
        of,
        { tickets: [], reports: [came(3)] },
      ],
      [
        'of another departure of today',
        { is: 'elsewhere', boards: { passenger: 3 } },
        { bookingId: 'new', hash: 'n', proof: mine({ departure: 'bbbbbbbb' }) },
        {},
      ],
      ['forged', { is: 'invalid', why: 'signature' }, { hash: 'x', proof: { is: 'forged' } }, listed()],
    ])('is decided %s', (_, expected, shown, known) => {
      expect(decide(shown, known)).toMatchObject(expected);
    });

    it('the whole ticket then lets in the others, and nobody twice', () => {
      const all = { ...listed(), reports: [came(3)] };
      expect(decide({}, all)).toMatchObject({ is: 'valid', booking: { arrived: [3], passenger: null } });
      const rest = { ...listed(), reports: [came(3), came(1, 2, 4)] };
      for (const shown of [{}, of]) expect(decide(shown, rest)).toMatchObject({ is: 'here' });
    });

    it('control: the withdrawn picture would be accepted without the list', () => {
      expect(decide(of, { tickets: [] })).toMatchObject({ is: 'proven' });
    });
  });

  it('lets in the rest of an unlisted ticket, and then nobody', () => {
    const shown = { hash: 'new', proof: genuine({ people: 3, version: 3 }) };
    expect(decide(shown, { reports: [came(2)] })).toMatchObject({ is: 'proven', passengers: [1, 3] });
    expect(decide(shown, { reports: [came(2), came(1, 3)] })).toMatchObject({ is: 'here', byThisPhone: true });
  });
});

describe('the doubt about a ticket', () => {
  /** A ticket as the database returns it for the list. */
  const listed = (departureId: string, of: ShownDeparture, timeZone: string, changes: Partial<CheckInBooking>) => {
    const { date, time } = startOf(of, now, timeZone);
    return ticket(
      {
        service_date: date,
        start_time: time,
        time_zone: timeZone,
        no_show_from: new Date(now.getTime() + (of.leavesIn ?? 0) * 60_000).toISOString(),
        territory_id: 'rio',
        service_id: 'canyon',
        ...changes,
      },
      { departureId },
    ) as ListedTicket;
  };
  const factsOf = ({ service, guide, territory, status }: OtherDeparture): Partial<CheckInBooking> => ({
    service_id: service === 'same' ? 'canyon' : 'castle',
    guide_id: { same: 'elmer', another: 'marta', none: null }[guide],
    territory_id: territory ? 'lago' : 'rio',
    status: status ?? 'paid',
  });

  it.each(doubtScenes)('$name', ({ ticket: of, hour = 12, other, doubt }) => {
    const zone = zoneAt(hour, now);
    const shown = listed('own', of, zone, { guide_id: other?.guide === 'none' ? null : 'elmer' });
    const tickets = other
      ? [shown, listed(other.ownDeparture ? 'own' : 'other', other, zone, factsOf(other))]
      : [shown];
    expect(bookingNow(shown, { tickets, readAt, reports: [], now, timeZone: zone }).doubt).toBe(doubt);
  });
});
