import { screen } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { run } from '@/lib/api/run';
import { MonthStatements } from './MonthStatements';

vi.mock('@/lib/api/run', () => ({ run: vi.fn() }));
const saved = vi.hoisted(() => vi.fn());
vi.mock('@/lib/format/csv', async (original) => ({ ...(await original<object>()), saveFile: saved }));

let answers: Record<string, unknown>;
beforeEach(() => {
  vi.mocked(run).mockImplementation(async (ask) => {
    let asked = '';
    const builder: unknown = { abortSignal: () => builder };
    const rpc = (name: string) => {
      asked = name;
      return builder;
    };
    ask({ rpc } as never);
    const answer = answers[asked];
    if (answer instanceof Error) throw answer;
    return answer as never;
  });
});

/** jsdom's Blob can only be read with a FileReader. */
const textOf = (file: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(file);
  });

const statement = {
  id: 7,
  month: '2026-10-01',
  territory_id: 'rio',
  territory_name: 'Río Dulce',
  territory_names: null,
  party: 'operator',
  currency_code: 'GTQ',
  currency_symbol: 'Q',
  sold: 280.8,
  corrected: 0,
  refunded: -40.8,
  disputed: 0,
  earlier: -40.8,
  amount: 240,
  closed_at: '2026-11-02T15:00:00Z',
};
const line = {
  id: 3,
  recorded_on: '2026-10-12',
  figure: 'refunded',
  earlier: true,
  booking_id: '5a0b1c2d-0000-4000-8000-00000000000a',
  title: 'River Canyon',
  titles: null,
  booking_date: '2026-10-20',
  amount: -40.8,
  currency_code: 'GTQ',
};

it('lists what a person earned in closed months, each as a file with its bookings', async () => {
  answers = { my_month_statements: [statement], month_statement_lines: [line] };
  const { user } = renderApp(<MonthStatements userId="me" />);
  const [row] = await screen.findAllByRole('listitem');
  expect(row).toHaveTextContent(
    /Oct 2026.*Río Dulce.*Closed on Nov 2, 2026.*-Q40\.80 for bookings of earlier months.*Q240\.00/,
  );
  await user.click(screen.getByRole('button', { name: 'Export statement for Oct 2026, Río Dulce' }));
  await vi.waitFor(() => expect(saved).toHaveBeenCalledWith(expect.any(Blob), 'statement_2026-10_operator.csv'));
  const [file] = saved.mock.lastCall as [Blob];
  expect((await textOf(file)).split('\r\n').slice(0, 2)).toEqual([
    expect.stringContaining('Recorded On,Type,Earlier Month,Booking Number,Date,Service,Amount,Currency'),
    '2026-10-12,Refunded,Yes,5A0B1C2D,2026-10-20,River Canyon,-40.80,GTQ',
  ]);
});

it('says what will be here', async () => {
  answers = { my_month_statements: [] };
  renderApp(<MonthStatements userId="me" />);
  expect(await screen.findByText(/^No statements yet/)).toBeVisible();
});

it('offers to try again after a failure', async () => {
  answers = { my_month_statements: new Error('Failed to load data. Please try again later.') };
  const { user } = renderApp(<MonthStatements userId="me" />);
  const again = await screen.findByRole('button', { name: 'Try again' });
  answers = { my_month_statements: [statement] };
  await user.click(again);
  expect(await screen.findByText('Oct 2026')).toBeVisible();
});
