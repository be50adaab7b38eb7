import { useQuery } from '@tanstack/react-query';
import { act } from '@testing-library/react';
import { aProfile } from '@tests/support/factories';
import { type Asked, answer, ask, during, namesOf, server, settle } from '@tests/support/live-server';
import { renderApp } from '@tests/support/render-app';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BookingList } from '@/features/booking/tickets/BookingList';
import { DriverDashboard } from '@/features/departures/driver/DriverDashboard';
import { GuestList } from '@/features/departures/guest-list/GuestList';
import { GuideDashboard } from '@/features/departures/guide/GuideDashboard';
import { dateAndTextFields } from '@/features/management/bookings/BookingsCard';
import { useBookings, useLiveBookings } from '@/features/management/bookings/use-bookings';
import { ShuttleDashboard } from '@/features/management/shuttle/ShuttleDashboard';
import Board from '@/features/messaging/board/Board';
import { Conversation } from '@/features/messaging/conversations/Conversation';
import { useRecentMessages } from '@/features/messaging/conversations/use-recent-messages';
import { useNotifications } from '@/features/messaging/notifications/use-notifications';
import { PartnerDashboard } from '@/features/referrals/dashboard/PartnerDashboard';
import { useUrlState } from '@/ui/filter/use-url-state';

vi.mock('@/lib/api/supabase', () => import('@tests/support/live-server'));

function Bell() {
  useNotifications('me');
  return null;
}
function Dropdown() {
  useRecentMessages('me', false);
  return null;
}
function TerritoryBookings() {
  useLiveBookings('rio');
  useBookings('rio', useUrlState(dateAndTextFields));
  return null;
}

/** Makes a request that no event refetches. */
function Unfollowed() {
  useQuery({ queryKey: ['unfollowed'], queryFn: () => ask('unfollowed') });
  return null;
}

const me = { id: 'me', fullName: 'Me', avatarUrl: null };
const booking = { id: 'b', tourist_id: 'me', guide_id: null, booking_date: '2026-11-22', start_time: null };
const profile = aProfile({ territory_id: 'rio' });

interface Place {
  name: string;
  content: ReactNode;
  /** The topics to which the page listens, with one event for each. */
  topics: Record<string, string>;
  /** The answers to requests that the page must have before it listens. */
  first?: Record<string, unknown>;
  /** The requests that these events repeat. */
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
    topics: { 'booking:b': 'message' },
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
    name: 'the bookings of a tourist',
    content: <BookingList userId="me" />,
    topics: { 'user:me': 'booking' },
    live: ['bookings'],
  },
  {
    name: 'the day of a guide',
    content: <GuideDashboard userId="me" />,
    topics: { 'user:me': 'notification' },
    live: ['day_departures', 'guide_days', 'guide_pauses', 'guide_timeslots'],
  },
  {
    name: 'the shuttle managers',
    content: <ShuttleDashboard userId="me" territoryId="rio" />,
    topics: { 'territory:rio': 'booking' },
    live: ['day_departures', 'dock_conflicts', 'dock_conflicts', 'shuttle_counts'],
  },
  {
    name: 'a manifest',
    content: (
      <GuestList work={{ userId: 'me', role: 'shuttle_manager', territoryId: 'rio', day: '2026-11-22' }} slotId="van" />
    ),
    topics: { 'territory:rio': 'booking' },
    live: ['day_departures'],
  },
  {
    name: 'the departures of a driver',
    content: <DriverDashboard userId="me" territoryId="rio" />,
    topics: { 'territory:rio': 'departure', 'user:me': 'notification' },
    live: ['day_departures', 'my_runs'],
  },
  {
    name: 'the earnings of a partner',
    content: <PartnerDashboard profile={profile} />,
    topics: { 'user:me': 'referral' },
    live: ['partner_activity', 'partner_funnel', 'partner_links', 'partner_months', 'partner_terms', 'partner_totals'],
  },
  {
    name: 'the bookings of a territory',
    content: <TerritoryBookings />,
    topics: { 'territory:rio': 'booking' },
    live: ['territory_booking_totals', 'territory_bookings'],
  },
];

beforeEach(() => {
  vi.useFakeTimers();
  server.reset();
});
afterEach(() => vi.useRealTimers());

describe.each(places)('$name', ({ content, topics, first = {}, live }) => {
  async function open(more?: ReactNode) {
    const page = (
      <>
        {content}
        {more}
      </>
    );
    const { rerender } = renderApp(page, { user: profile });
    await settle();
    // Waits for parts that load as separate chunks.
    await act(() => vi.dynamicImportSettled());
    await settle();
    await answer(first);
    expect([...server.joins.keys()].sort()).toEqual(Object.keys(topics).sort());
    return { leave: () => rerender(null), comeBack: () => rerender(page) };
  }

  it('is refetched once when the topic is joined and at each event, even while a request is running', async () => {
    await open();
    const firstAsked = server.asked.filter(({ of }) => live.includes(of) && !(of in first));
    const joined = await during(server.joinAll);
    expect(namesOf(joined)).toEqual(live);
    // Joining the topic cancels the requests that were still running.
    expect(firstAsked.map(({ signal }) => signal?.aborted)).not.toContain(false);
    const told = await during(() => {
      for (const [topic, event] of Object.entries(topics)) {
        server.hears.get(topic)?.({ event });
        server.hears.get(topic)?.({ event });
      }
    });
    expect(namesOf(told)).toEqual(live);
    expect(joined.map(({ signal }) => signal?.aborted)).not.toContain(false);
    expect(told.map(({ signal }) => signal?.aborted)).not.toContain(true);
  });

  it('is refetched on returning to it, however recent, because nothing was listening', async () => {
    const { leave, comeBack } = await open();
    await answer(Object.fromEntries(live.map((of) => [of, []])));
    expect(await during(leave)).toEqual([]);
    expect(namesOf(await during(comeBack)).filter((of) => live.includes(of))).toEqual(live);
  });

  /** Opens a page and makes its data stale. */
  async function grownOld() {
    const page = await open(<Unfollowed />);
    await during(server.joinAll);
    await answer(Object.fromEntries([...live, 'unfollowed'].map((of) => [of, []])));
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    server.joins.clear();
    return page;
  }
  const back = () => {
    dispatchEvent(new Event('offline'));
    dispatchEvent(new Event('online'));
  };
  const asked = (what: Asked[]) => namesOf(what).filter((of) => [...live, 'unfollowed'].includes(of));

  it.each([
    ['the topic is joined again', true],
    ['it cannot be joined', false],
  ])(
    'is refetched once, after a lost connection, when %s; control: what nobody follows is requested at once',
    async (_, joins) => {
      await grownOld();
      const before = server.asked.length;
      act(back);
      await act(() => vi.advanceTimersByTimeAsync(300));
      expect(asked(server.asked.slice(before))).toEqual(['unfollowed']);
      const rest = await during(() => {
        if (joins) server.joinAll();
      });
      expect(asked(rest)).toEqual(live);
      expect(asked(await during(() => undefined))).toEqual([]);
    },
  );

  it('is refetched once when the page becomes visible again', async () => {
    await grownOld();
    const seen = await during(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    expect(asked(seen)).toEqual([...live, 'unfollowed'].toSorted());
  });

  it('is left to the cache again once nothing listens', async () => {
    const { leave } = await grownOld();
    leave();
    expect(asked(await during(back))).toEqual([]);
  });
});
