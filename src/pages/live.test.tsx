import { I18nProvider } from '@lingui/react';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Profile } from '@/features/account/profile/queries';
import { type SessionView, useSession } from '@/features/account/session/session';
import { BookingList } from '@/features/booking/tickets/BookingList';
import { DriverDashboard } from '@/features/departures/driver/DriverDashboard';
import { GuideDashboard } from '@/features/departures/guide/GuideDashboard';
import { Manifest } from '@/features/departures/shuttle/Manifest';
import { dateAndTextFields } from '@/features/management/bookings/BookingsCard';
import { useBookings, useLiveBookings } from '@/features/management/bookings/use-bookings';
import { ShuttleDashboard } from '@/features/management/shuttle/ShuttleDashboard';
import Board from '@/features/messaging/board/Board';
import { Conversation } from '@/features/messaging/conversations/Conversation';
import { useRecentMessages } from '@/features/messaging/conversations/use-recent-messages';
import { useNotifications } from '@/features/messaging/notifications/use-notifications';
import { PartnerDashboard } from '@/features/referrals/dashboard/PartnerDashboard';
import { createQueryClient } from '@/lib/api/query-client';
import { i18n } from '@/lib/i18n/i18n';
import { useUrlState } from '@/ui/filter/use-url-state';

/** A question to the database that nobody has answered yet. */
interface Asked {
  of: string;
  signal: AbortSignal | undefined;
  answer: (data: unknown) => void;
}

const server = vi.hoisted(() => ({
  asked: [] as Asked[],
  read: (_of: string): unknown => undefined,
  joins: new Map<string, (status: string) => void>(),
  hears: new Map<string, (message: { event: string }) => void>(),
}));

vi.mock('@/features/account/session/session', () => ({ useSession: vi.fn() }));
vi.mock('@/lib/api/supabase', () => {
  function ask(of: string): unknown {
    let signal: AbortSignal | undefined;
    const send = () =>
      new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal?.reason));
        const answer = (data: unknown) => resolve({ data, error: null, count: 0, status: 200 });
        server.asked.push({ of, signal, answer });
      });
    const request: object = new Proxy(Object, {
      get: (_, name) => {
        if (name === 'then') return (...handlers: []) => send().then(...handlers);
        return (...args: unknown[]) => {
          if (name === 'abortSignal') signal = args[0] as AbortSignal;
          return request;
        };
      },
    });
    return request;
  }
  server.read = ask;
  const channel = (topic: string) => ({
    on(_type: string, _filter: unknown, hear: (message: { event: string }) => void) {
      server.hears.set(topic, hear);
      return this;
    },
    subscribe: (status: (status: string) => void) => server.joins.set(topic, status),
  });
  const realtime = {
    setAuth: async () => undefined,
    removeChannel: async () => 'ok',
    disconnect: async () => 'ok',
    channel,
  };
  return { supabase: async () => ({ from: ask, rpc: ask, realtime }) };
});

function Bell() {
  useNotifications('me');
  return null;
}
function Dropdown() {
  useRecentMessages('me', false);
  return null;
}
function Region() {
  useLiveBookings('rio');
  useBookings('rio', useUrlState(dateAndTextFields));
  return null;
}

/** Of which nothing tells when it has changed. */
function Unfollowed() {
  useQuery({ queryKey: ['unfollowed'], queryFn: () => server.read('unfollowed') });
  return null;
}

const me = { id: 'me', fullName: 'Me', avatarUrl: null };
const booking = { id: 'b', tourist_id: 'me', guide_id: null, booking_date: '2026-11-22', start_time: null };
const profile = { id: 'me', full_name: 'Me', territory_id: 'rio' } as Profile;

interface Place {
  name: string;
  content: ReactNode;
  /** The topics that it listens to, and one of their events. */
  topics: Record<string, string>;
  /** What has to be answered before it listens. */
  first?: Record<string, unknown>;
  /** What is read anew, of all that it asks for. */
  live: string[];
}

const places: Place[] = [
  {
    name: 'the bell',
    content: <Bell />,
    topics: { 'user:me': 'notification' },
    live: ['notifications', 'notifications'],
  },
  { name: 'the newest messages', content: <Dropdown />, topics: { 'user:me': 'message' }, live: ['messages'] },
  {
    name: 'a conversation',
    content: <Conversation kind="experience" bookingId="b" me={me} />,
    topics: { 'booking:experience:b': 'message' },
    first: { bookings: booking },
    live: ['messages'],
  },
  {
    name: 'a board',
    content: <Board territoryId="rio" />,
    topics: { 'board:rio': 'board_message' },
    first: { territory_messages: [] },
    live: ['territory_messages'],
  },
  {
    name: 'the bookings of a traveller',
    content: <BookingList userId="me" />,
    topics: { 'user:me': 'booking' },
    live: ['bookings', 'transport_bookings'],
  },
  {
    name: 'the day of a guide',
    content: <GuideDashboard userId="me" />,
    topics: { 'user:me': 'notification' },
    live: ['guide_days', 'guide_departures', 'guide_timeslots'],
  },
  {
    name: 'the shuttle managers',
    content: <ShuttleDashboard userId="me" territoryId="rio" />,
    topics: { 'territory:rio': 'schedule' },
    live: ['shuttle_counts', 'shuttle_departures'],
  },
  {
    name: 'a manifest',
    content: <Manifest userId="me" territoryId="rio" transportId="van" date="2026-11-22" />,
    topics: { 'territory:rio': 'booking' },
    live: ['shuttle_departures'],
  },
  {
    name: 'the runs of a driver',
    content: <DriverDashboard userId="me" territoryId="rio" />,
    topics: { 'territory:rio': 'departure', 'user:me': 'notification' },
    live: ['driver_departures'],
  },
  {
    name: 'the earnings of a partner',
    content: <PartnerDashboard profile={profile} />,
    topics: { 'user:me': 'referral' },
    live: ['partner_activity', 'partner_funnel', 'partner_links', 'partner_months', 'partner_totals'],
  },
  {
    name: 'the bookings of a region',
    content: <Region />,
    topics: { 'territory:rio': 'booking' },
    live: ['territory_booking_totals', 'territory_bookings'],
  },
];

beforeEach(() => {
  vi.useFakeTimers();
  server.asked.length = 0;
  server.joins.clear();
  server.hears.clear();
  const session = { status: 'signed-in', user: { id: 'me' }, profile, profilePending: false, hasRole: () => false };
  vi.mocked(useSession).mockReturnValue(session as unknown as SessionView);
});
afterEach(() => vi.useRealTimers());

/** Longer than any list waits for an answer before it asks anew. */
const settle = () => act(() => vi.advanceTimersByTimeAsync(5000));
const all = (what: Asked[]) => what.map(({ of }) => of).sort();

async function answer(data: Record<string, unknown>) {
  for (const asked of server.asked) if (asked.of in data) asked.answer(data[asked.of]);
  await settle();
}

/** What is asked for while this happens. */
async function during(happens: () => void): Promise<Asked[]> {
  const before = server.asked.length;
  act(happens);
  await settle();
  return server.asked.slice(before);
}

describe.each(places)('$name', ({ content, topics, first = {}, live }) => {
  async function open(more?: ReactNode) {
    const client = createQueryClient();
    const page = (shown: ReactNode) => (
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={client}>
          <MemoryRouter>{shown}</MemoryRouter>
        </QueryClientProvider>
      </I18nProvider>
    );
    const { rerender } = render(
      page(
        <>
          {content}
          {more}
        </>,
      ),
    );
    await settle();
    // Parts that come as chunks of their own.
    await act(() => vi.dynamicImportSettled());
    await settle();
    await answer(first);
    expect([...server.joins.keys()].sort()).toEqual(Object.keys(topics).sort());
    return { leave: () => rerender(page(null)), comeBack: () => rerender(page(content)) };
  }

  it('is read anew, once, when the topic is joined and at each event, also while an answer is on its way', async () => {
    await open();
    const firstAsked = server.asked.filter(({ of }) => live.includes(of) && !(of in first));
    const joined = await during(() => {
      for (const join of server.joins.values()) join('SUBSCRIBED');
    });
    expect(all(joined)).toEqual(live);
    // What was asked for before is not waited for.
    expect(firstAsked.map(({ signal }) => signal?.aborted)).not.toContain(false);
    const told = await during(() => {
      for (const [topic, event] of Object.entries(topics)) {
        server.hears.get(topic)?.({ event });
        server.hears.get(topic)?.({ event });
      }
    });
    expect(all(told)).toEqual(live);
    expect(joined.map(({ signal }) => signal?.aborted)).not.toContain(false);
    expect(told.map(({ signal }) => signal?.aborted)).not.toContain(true);
  });

  it('is read again when one comes back to it, however young it is: nobody has listened meanwhile', async () => {
    const { leave, comeBack } = await open();
    await answer(Object.fromEntries(live.map((of) => [of, []])));
    expect(await during(leave)).toEqual([]);
    expect(all(await during(comeBack)).filter((of) => live.includes(of))).toEqual(live);
  });

  /** Everything was read, and is older than the cache trusts it. */
  async function grownOld() {
    const page = await open(<Unfollowed />);
    await during(() => {
      for (const join of server.joins.values()) join('SUBSCRIBED');
    });
    await answer(Object.fromEntries([...live, 'unfollowed'].map((of) => [of, []])));
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    server.joins.clear();
    return page;
  }
  const back = () => {
    dispatchEvent(new Event('offline'));
    dispatchEvent(new Event('online'));
  };
  const asked = (what: Asked[]) => all(what).filter((of) => [...live, 'unfollowed'].includes(of));

  it.each([
    ['the topic is joined again', true],
    ['it cannot be joined', false],
  ])(
    'is read anew, once, after a lost line, when %s; (control) what nobody follows is asked for at once',
    async (_, joins) => {
      await grownOld();
      const before = server.asked.length;
      act(back);
      await act(() => vi.advanceTimersByTimeAsync(300));
      expect(asked(server.asked.slice(before))).toEqual(['unfollowed']);
      const rest = await during(() => {
        for (const join of joins ? server.joins.values() : []) join('SUBSCRIBED');
      });
      expect(asked(rest)).toEqual(live);
      expect(asked(await during(() => undefined))).toEqual([]);
    },
  );

  it('is read anew, once, when the page is looked at again', async () => {
    await grownOld();
    const seen = await during(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    expect(asked(seen)).toEqual([...live, 'unfollowed'].toSorted());
  });

  it('is left to the cache again once nobody listens', async () => {
    const { leave } = await grownOld();
    leave();
    expect(asked(await during(back))).toEqual([]);
  });
});
