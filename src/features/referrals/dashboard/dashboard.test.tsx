import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aReferralLink } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Profile } from '@/features/account/profile/queries';
import { AppError } from '@/lib/api/errors';
import { CommissionSummary } from './CommissionSummary';
import EarningsChart from './EarningsChart';
import { Links } from './Links';
import { PartnerDashboard } from './PartnerDashboard';
import { PrintCard } from './PrintCard';
import type { PartnerActivity, PartnerMonth, PartnerSummary, PartnerTerms, ReferralLink } from './queries';
import { RecentActivity } from './RecentActivity';

const lobby = aReferralLink();
const read = vi.hoisted(() => ({ links: vi.fn(), summary: vi.fn(), activity: vi.fn(), terms: vi.fn() }));
vi.mock('@/lib/api/supabase', () => ({
  supabase: async () => ({ realtime: { setAuth: () => new Promise(() => undefined) } }),
}));
vi.mock('./queries', async (load) => ({
  ...(await load<typeof import('./queries')>()),
  linksQuery: () => ({ queryKey: ['partner', 'me', 'links'], queryFn: read.links, retry: false }),
  summaryQuery: () => ({ queryKey: ['partner', 'me', 'summary'], queryFn: read.summary, retry: false }),
  termsQuery: () => ({ queryKey: ['partner', 'me', 'terms'], queryFn: read.terms, retry: false }),
  activityQuery: () => ({
    queryKey: ['partner', 'me', 'activity'],
    queryFn: read.activity,
    retry: false,
    initialPageParam: null,
    getNextPageParam: (page: { next: unknown }) => page.next,
  }),
}));

const total = (change: Partial<PartnerSummary['totals'][number]> = {}): PartnerSummary['totals'][number] => ({
  currency_code: 'GTQ',
  currency_symbol: 'Q',
  paid: 100,
  due: 50.5,
  ahead: 30,
  estimated: 20.25,
  refunded_after: 0,
  since: '2026-01-02T00:00:00+00:00',
  ...change,
});
const term = (change: Partial<PartnerTerms> = {}): PartnerTerms => ({
  territory_id: 'rio',
  territory_name: 'Río Dulce',
  business_name: 'Hotel Marea',
  commission_level: 12.5,
  ...change,
});
const summary = (change: Partial<PartnerSummary> = {}): PartnerSummary => ({
  totals: [total()],
  funnel: { visits: 200, registrations: 50, booked: 10 },
  terms: [term()],
  months: [],
  ...change,
});

beforeEach(() => {
  read.links.mockReset().mockResolvedValue([]);
  read.summary.mockReset().mockResolvedValue(summary());
  read.activity.mockReset().mockResolvedValue({ rows: [], next: null });
});

const parts = [
  ['the links', () => <Links userId="me" />, read.links, [] as ReferralLink[], 'No referral links yet'],
  ['the summary', () => <CommissionSummary userId="me" />, read.summary, summary(), 'Commission Summary'],
  [
    'the activity',
    () => <RecentActivity userId="me" />,
    read.activity,
    { rows: [], next: null },
    'Nothing yet. People who register or book through your links appear here.',
  ],
] as const;

it.each(parts)('shows %s loading, failed and retried', async (_, part, query, answer, shown) => {
  query.mockReset().mockRejectedValueOnce(new AppError('server', 'Failed to load data. Please try again later.'));
  query.mockResolvedValue(answer);
  renderApp(part());
  expect(screen.getByRole('status', { name: /^Loading/ })).toBeInTheDocument();
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load data. Please try again later.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(shown)).toBeInTheDocument();
});

describe('the Commission Summary', () => {
  it('distinguishes paid, pending, ahead and estimated, and shows how visits become bookings', async () => {
    renderApp(<CommissionSummary userId="me" />);
    const money = within(await screen.findByRole('region', { name: 'Commission Summary' }));
    expect(money.getByText('Q150.50')).toBeInTheDocument();
    expect(money.getByText('Paid').nextElementSibling).toHaveTextContent('Q100.00');
    expect(money.getByText('Pending').nextElementSibling).toHaveTextContent('Q50.50');
    expect(money.getByText('Trips ahead').nextElementSibling).toHaveTextContent('Q30.00');
    expect(money.getByText(/^Another Q20.25 is estimated/)).toBeInTheDocument();
    expect(money.getByText(/at 12.5% commission$/)).toBeInTheDocument();
    const steps = within(screen.getByRole('region', { name: 'From visit to booking' })).getAllByRole('listitem');
    expect(steps.map((step) => step.textContent)).toEqual([
      'Visits200',
      'Registrations25%50',
      'Guests who booked20%10',
    ]);
  });

  it('shows what refunds deducted from what was already paid', async () => {
    read.summary.mockResolvedValue(summary({ totals: [total({ refunded_after: 12.5 })] }));
    renderApp(<CommissionSummary userId="me" />);
    expect(await screen.findByText(/^Q12.50 of what you were paid was later refunded to guests/)).toBeInTheDocument();
  });

  it('never adds two currencies', async () => {
    read.summary.mockResolvedValue(
      summary({
        totals: [
          total(),
          total({ currency_code: 'USD', currency_symbol: '$', paid: 7, due: 0, ahead: 0, estimated: 0 }),
        ],
      }),
    );
    renderApp(<CommissionSummary userId="me" />);
    expect(await screen.findByText('Q150.50 · $7.00')).toBeInTheDocument();
  });

  it('explains how to earn before the first commission', async () => {
    read.summary.mockResolvedValue(
      summary({
        totals: [],
        funnel: { visits: 0, registrations: 0, booked: 0 },
        terms: [term({ commission_level: 10 })],
      }),
    );
    renderApp(<CommissionSummary userId="me" />);
    expect(await screen.findByText('You earn 10% of what your guests book.')).toBeInTheDocument();
    expect(
      screen.getByText("For bookings in Río Dulce. Your links don't earn anything elsewhere."),
    ).toBeInTheDocument();
    expect(screen.getAllByText('Q0.00')).toHaveLength(4);
    expect(screen.queryByText(/estimated/)).not.toBeInTheDocument();
  });
});

it("shows each territory's commission to a partner in two", async () => {
  const two = [
    term(),
    term({ territory_id: 'lago', territory_name: 'Atitlán', business_name: null, commission_level: 8 }),
  ];
  read.summary.mockResolvedValue(summary({ terms: two }));
  renderApp(<PartnerDashboard profile={{ id: 'me', full_name: 'Dora' } as Profile} />);
  const money = within(await screen.findByRole('region', { name: 'Commission Summary' }));
  expect(money.getByText(/^earned since/)).not.toHaveTextContent('%');
  expect(money.getByText('Río Dulce').nextElementSibling).toHaveTextContent('12.5% commission');
  expect(money.getByText('Atitlán').nextElementSibling).toHaveTextContent('8% commission');
  expect(screen.getByText('Hotel Marea')).toBeInTheDocument();
});

describe('the chart', () => {
  const month = (name: string, amounts: PartnerMonth['amounts']): PartnerMonth => ({
    month: name,
    registrations: 1,
    bookings: amounts.length,
    amounts,
  });

  it('is also a table, in one currency at a time', async () => {
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe = () => undefined;
        unobserve = () => undefined;
        disconnect = () => undefined;
      },
    );
    const both = [
      { currency_code: 'GTQ', currency_symbol: 'Q', amount: 12 },
      { currency_code: 'USD', currency_symbol: '$', amount: 3 },
    ];
    renderApp(<EarningsChart months={[month('2026-09-01', []), month('2026-10-01', both)]} />);
    const rows = () =>
      screen
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent);
    expect(rows()).toEqual(['Sep 2026Q0.0001', 'Oct 2026Q12.0021']);
    await userEvent.selectOptions(screen.getByLabelText('Currency'), 'USD');
    expect(rows()).toEqual(['Sep 2026$0.0001', 'Oct 2026$3.0021']);
  });

  it('shows that there is nothing to draw', () => {
    renderApp(<EarningsChart months={[month('2026-09-01', [])]} />);
    expect(screen.getByText('No bookings in the last twelve months.')).toBeInTheDocument();
  });
});

it('names the guest, the trip, the link and the amount of each activity', async () => {
  const row: PartnerActivity = {
    id: 'b1',
    kind: 'experience',
    created_at: new Date(Date.now() - 2 * 3_600_000).toISOString(),
    tourist_name: 'Anna Keller',
    tourist_avatar: null as never,
    link_name: 'Lobby',
    title: 'Canyon',
    booking_date: '2026-11-30',
    total_price: 100,
    amount: 10,
    currency_code: 'GTQ',
    currency_symbol: 'Q',
    status: 'pending',
    estimated: true,
    paid_at: null as never,
    refunded_amount: 0,
  };
  const registered = {
    ...row,
    id: 'r1',
    kind: 'registration',
    title: null,
    status: null,
    amount: null,
    tourist_name: null,
  };
  const rest = [
    { ...row, id: 'b2', status: 'paid' },
    { ...row, id: 'b3', status: 'cancelled', amount: 0 },
  ];
  read.activity.mockResolvedValue({ rows: [row, ...rest, registered], next: null });
  renderApp(<RecentActivity userId="me" />);
  const entries = (await screen.findAllByRole('listitem')).map((item) => item.textContent);
  expect(entries[0]).toMatch(/Anna Keller.*Canyon.*2h ago · Lobby.*Q10\.00.*Pending$/);
  expect(entries[1]).toMatch(/Paid$/);
  expect(entries[2]).toMatch(/Q0\.00.*Cancelled$/);
  expect(entries[3]).toMatch(/Deleted user.*Registered with Lobby.*2h ago$/);
});

it('reports a page of the activity that did not load, and loads it on the next click', async () => {
  const entry = (id: string) => ({ id, tourist_name: id, link_name: 'Lobby', created_at: new Date().toISOString() });
  read.activity.mockResolvedValueOnce({ rows: [entry('Anna')], next: { at: '2026-11-01', id: 'a' } });
  read.activity.mockRejectedValueOnce(new AppError('network', 'Failed to load data. Please try again later.'));
  read.activity.mockResolvedValueOnce({ rows: [entry('Kofi')], next: null });
  renderApp(<RecentActivity userId="me" />);
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load data. Please try again later.');
  expect(screen.getByText('Anna')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByText('Kofi')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('keeps what could not be reloaded, with one note about its age', async () => {
  read.links.mockResolvedValue([lobby]);
  const failure = new AppError('network', 'Failed to load data. Please try again later.');
  renderApp(<PartnerDashboard profile={{ id: 'me', full_name: 'Dora' } as Profile} />);
  expect(await screen.findByText('Lobby')).toBeInTheDocument();
  for (const query of [read.links, read.summary, read.activity]) query.mockRejectedValue(failure);
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  expect(await screen.findByText(/^We couldn't refresh\. This is the list from/)).toBeInTheDocument();
  expect(screen.getByText('Lobby')).toBeInTheDocument();
  read.links.mockResolvedValue([lobby]);
  read.summary.mockResolvedValue(summary());
  read.activity.mockResolvedValue({ rows: [], next: null });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await vi.waitFor(() => expect(screen.queryByText(/^We couldn't refresh/)).not.toBeInTheDocument());
});

it("shows a heading, a retry and a way back for a card that can't be loaded", async () => {
  read.links.mockRejectedValueOnce(new AppError('network', 'Failed to load data. Please try again later.'));
  read.links.mockResolvedValue([lobby]);
  read.terms.mockResolvedValue([term()]);
  renderApp(<PrintCard userId="me" linkId="l1" fullName="Dora" />);
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Failed to load data');
  expect(screen.getByRole('link', { name: 'Back to the dashboard' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Recommended by Hotel Marea')).toBeInTheDocument();
  expect(screen.getAllByRole('img', { name: 'Territorio' }).map((logo) => logo.getAttribute('src'))).toEqual([
    '/art/logo.svg',
  ]);
});
