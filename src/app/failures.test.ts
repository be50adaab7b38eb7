import { type InfiniteData, QueryClient, type QueryKey } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as auth from '@/features/account/queries';
import * as adminTerritories from '@/features/admin/territories/queries';
import { uploadPassport } from '@/features/booking/checkout/form/passport/queries';
import { myBookingsQuery } from '@/features/booking/tickets/queries';
import { experienceQuery } from '@/features/catalogue/experiences/queries';
import { transportQuery, transportsQuery } from '@/features/catalogue/transport/queries';
import { departuresQuery } from '@/features/departures/day/queries';
import { checkInQuery, requestCheckIn } from '@/features/dock/check-in/queries';
import { territoryBookingsQuery } from '@/features/management/bookings/queries';
import { setServiceVisible } from '@/features/management/catalogue/queries';
import * as experiences from '@/features/management/experiences/queries';
import * as shuttle from '@/features/management/shuttle/queries';
import * as invites from '@/features/management/team/invites/queries';
import * as team from '@/features/management/team/queries';
import * as pickup from '@/features/management/transport/pickup/queries';
import * as services from '@/features/management/transport/queries';
import * as board from '@/features/messaging/board/queries';
import * as partner from '@/features/referrals/dashboard/queries';

// Tests the message that people read when a request fails, for each request (docs/reference/texts.md).

const ID = '00000000-0000-4000-8000-000000000001';
const file = { file: new Blob(['x']), onProgress: () => undefined, signal: new AbortController().signal };

interface Query {
  queryKey: QueryKey;
  queryFn?: unknown;
}
/** Makes each request once, as a screen would. */
const ask = (query: Query) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return client.fetchQuery(query as Parameters<typeof client.fetchQuery>[0]);
};
const askPage = (query: Query) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return client.fetchInfiniteQuery(query as Parameters<typeof client.fetchInfiniteQuery>[0]) as Promise<
    InfiniteData<unknown>
  >;
};

const service = {
  title: 'Shuttle',
  description: 'To Antigua',
  image_urls: [],
  shared_price: 10,
  private_price: null,
  max_spots: 8,
  available_spots: 8,
  pickup_location: 'Park',
  pickup_location_id: null,
  timeslots: [],
  duration_hours: 2,
};
const lake = { name: 'Lago', description: 'A lake', country: 'GT', visible: true, image_urls: [], video_urls: [] };
const territory = { ...lake, language: 'en', translations: {} };
const schedule = { driver_id: ID, slot_id: ID, day_of_week: 'monday' };
const member = { userId: ID, territoryId: 'rio' };
const added = { id: ID, expectedVersion: null, key: ID };
const changed = { ...added, expectedVersion: '2026-01-01' };
const change = { userId: ID, territoryId: 'rio', expectedVersion: '2026-01-01', key: ID, businessName: 'Hotel' };
const invitation = { territoryId: 'rio', email: 'nina@example.test', fullName: 'Nina' };
const account = { territoryId: 'rio', fullName: 'Nina', email: 'nina@example.test', password: 'ixchel' };
const filters = { from: '', to: '', q: '', status: '' as const };

const CALLS: Record<string, [text: string, call: () => Promise<unknown>][]> = {
  'the public pages': [
    ['Failed to load experience details. Please try again later.', () => ask(experienceQuery(ID))],
    ['Failed to load transport services', () => ask(transportsQuery('rio'))],
    ['Failed to load transport details. Please try again later.', () => ask(transportQuery(ID))],
    ['Failed to update follow status', () => board.setFollowing('rio', ID, true)],
    ['Failed to update follow status', () => board.setFollowing('rio', ID, false)],
  ],
  'bookings and check-in': [
    ['Failed to load your bookings. Please try again later.', () => askPage(myBookingsQuery(ID))],
    ['Failed to load bookings. Please try again later.', () => askPage(territoryBookingsQuery('rio', filters))],
    ['Failed to load booking', () => ask(checkInQuery(ID, 'code'))],
    ['Failed to check in passenger', () => requestCheckIn(ID, { action: 'checked_in' }, 'code')],
    ['Failed to mark passenger as no-show', () => requestCheckIn(ID, { action: 'no_show' }, 'code')],
  ],
  territories: [
    ['Failed to load territories', () => ask(adminTerritories.adminTerritoriesQuery())],
    [
      'Failed to save territory',
      () =>
        adminTerritories.createTerritory(
          'lago',
          { ...territory, manager_name: '', manager_email: '', currency_code: 'GTQ', time_zone: 'UTC' },
          ID,
        ),
    ],
    ['Failed to save territory', () => adminTerritories.updateTerritory('lago', '2026-01-01', territory, ID)],
    ['Failed to delete territory', () => adminTerritories.deleteTerritory('lago')],
    ['Failed to update visibility', () => adminTerritories.setTerritoryVisible({ id: 'lago', visible: true })],
    ['Failed to update visibility', () => setServiceVisible({ id: ID, visible: true })],
  ],
  'what a region offers': [
    [
      'Failed to load experience details. Please try again later.',
      () => ask(experiences.editedExperienceQuery(ID, 'rio')),
    ],
    [
      'Failed to update experience. Please try again.',
      () => experiences.saveExperience('rio', added, experiences.valuesOf(null)),
    ],
    [
      'Failed to save transport service. Please try again.',
      () => services.saveTransport('rio', added, services.valuesOf(null, [])),
    ],
    ['Failed to save transport service. Please try again.', () => shuttle.updateService('rio', changed, service)],
    ['Failed to load pickup locations', () => askPage(pickup.pickupsQuery('rio', ''))],
    ['Failed to load pickup locations', () => ask(shuttle.placesQuery(ID, 'rio'))],
    [
      'Failed to save location',
      () =>
        pickup.savePickup(
          'rio',
          null,
          {
            name: 'Park',
            directions: null,
            map_link: null,
            language: 'en',
            translations: {},
          },
          ID,
        ),
    ],
    ['Failed to delete location', () => pickup.deletePickup(ID)],
  ],
  'the people of a region': [
    ['Failed to load data. Please try again later.', () => askPage(team.membersQuery('rio', ['tour_guide']))],
    ['Failed to add staff member', () => invites.createMember({ role: 'territory_staff', ...account })],
    ['Failed to add shuttle manager', () => invites.createMember({ role: 'shuttle_manager', ...account })],
    ['Failed to remove staff member', () => team.removeMember({ role: 'territory_staff', ...member })],
    ['Failed to remove shuttle manager', () => team.removeMember({ role: 'shuttle_manager', ...member })],
    ['Failed to manage guide', () => invites.sendInvite({ role: 'tour_guide', ...invitation })],
    ['Failed to manage travel partner', () => team.saveMember(change)],
    ['Failed to manage travel partner', () => invites.sendInvite({ role: 'travel_partner', ...invitation })],
  ],
  'the shuttle managers': [
    ['Failed to load data. Please try again later.', () => ask(shuttle.driversQuery(ID, 'rio'))],
    ['Failed to add service', () => shuttle.addService('rio', added, service)],
    ['Failed to add driver', () => shuttle.inviteDriver('rio', 'Nina', 'nina@example.test')],
    ['Failed to update driver status', () => shuttle.setDriverActive(ID, false)],
    ['Failed to delete driver', () => shuttle.deleteDriver(ID)],
    ['Failed to add schedule', () => shuttle.addSchedules([schedule])],
    ['Failed to update schedule status', () => shuttle.setScheduleActive(ID, false)],
    ['Failed to delete schedule', () => shuttle.deleteSchedule(ID)],
  ],
  'the dashboards of guides and partners': [
    [
      'Failed to load data. Please try again later.',
      () => askPage(departuresQuery({ userId: ID, role: 'tour_guide' })),
    ],
    ['Failed to load data. Please try again later.', () => ask(partner.summaryQuery(ID))],
    ['Failed to create referral link. Please try again.', () => partner.createLink({ id: ID, name: 'Lobby' })],
    ['Failed to update referral link. Please try again.', () => partner.renameLink({ id: ID, name: 'Lobby' })],
    ['Failed to activate referral link. Please try again.', () => partner.setLinkActive({ id: ID, active: true })],
    ['Failed to deactivate referral link. Please try again.', () => partner.setLinkActive({ id: ID, active: false })],
    ['Failed to delete referral link. Please try again.', () => partner.deleteLink(ID)],
  ],
};

const answer = (status: number, body: unknown): void => {
  vi.stubGlobal('fetch', () =>
    status === 0
      ? Promise.reject(new TypeError('Failed to fetch'))
      : Promise.resolve(
          new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } }),
        ),
  );
};

// Silences the clients, which log each failed request.
beforeEach(() => {
  vi.mocked(console.error).mockImplementation(() => undefined);
});

describe.each(Object.entries(CALLS))('%s', (_, calls) => {
  it.each(calls)('%s', async (text, call) => {
    for (const [status, body] of [
      [500, { message: 'could not serialize access', code: '40001' }],
      [0, null],
    ] as const) {
      answer(status, body);
      await expect(call(), `answer ${status}`).rejects.toMatchObject({ name: 'AppError', message: text });
    }
  });

  it.each(calls)('%s: a rule of the server is applied first', async (_text, call) => {
    answer(403, { code: 'PT403', message: 'no', hint: 'forbidden', details: null });
    await expect(call()).rejects.toMatchObject({ message: "You don't have permission to do this" });
  });
});

describe('an auth service without a message', () => {
  it.each([
    ['An error occurred during sign in', () => auth.signIn(account)],
    ['An error occurred during sign up', () => auth.signUp(account)],
    ['Failed to send reset email. Please try again.', () => auth.requestPasswordReset(account.email)],
  ])('%s', async (text, call) => {
    answer(400, {});
    await expect(call()).rejects.toThrow(text);
  });

  it('Failed to create user account', async () => {
    answer(200, {});
    await expect(auth.signUp(account)).rejects.toThrow('Failed to create user account');
  });
});

it('reports a change of a deleted row as a failure', async () => {
  answer(200, []);
  await expect(shuttle.setDriverActive(ID, true)).rejects.toThrow('Failed to update driver status');
  await expect(shuttle.setScheduleActive(ID, true)).rejects.toThrow('Failed to update schedule status');
  await expect(adminTerritories.setTerritoryVisible({ id: 'lago', visible: true })).rejects.toThrow(
    'Failed to update visibility',
  );
});

it('reports a missing account as a failure', async () => {
  answer(200, {});
  await expect(invites.createMember({ role: 'shuttle_manager', ...account })).rejects.toThrow(
    /^Failed to create user$/,
  );
  await expect(invites.createMember({ role: 'territory_staff', ...account })).rejects.toThrow(
    /^Failed to create user account$/,
  );
});

it('refuses a passport photo without a session', async () => {
  await expect(uploadPassport(file)).rejects.toThrow('Failed to get user ID');
});

describe('signed in', () => {
  beforeEach(() => {
    const session = {
      access_token: 'e30.e30.e30',
      refresh_token: 'r',
      token_type: 'bearer',
      expires_in: 3600,
      expires_at: Math.floor(Date.now() / 1000) + 3600,
      user: { id: ID, email: account.email },
    };
    // The storage key of the app's session (src/lib/api/session.ts).
    localStorage.setItem('territorio-auth', JSON.stringify(session));
  });

  it.each([
    ['An error occurred during sign out', () => auth.signOut()],
    ['Failed to reset password. Please try again.', () => auth.updatePassword('volcano-1')],
  ])('%s', async (text, call) => {
    answer(400, {});
    await expect(call()).rejects.toThrow(text);
  });

  it('Failed to upload passport image', async () => {
    // Replaces `XMLHttpRequest`, which sends photos because it reports progress.
    class Request {
      status = 500;
      responseText = 'down';
      upload = {};
      onload: () => void = () => undefined;
      open = () => undefined;
      setRequestHeader = () => undefined;
      abort = () => undefined;
      send = () => this.onload();
    }
    vi.stubGlobal('XMLHttpRequest', Request);
    await expect(uploadPassport(file)).rejects.toThrow('Failed to upload passport image');
  });
});
