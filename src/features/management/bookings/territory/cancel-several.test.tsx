import { fireEvent, screen } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { run } from '@/lib/api/run';
import { activateLanguage } from '@/lib/i18n/i18n';
import { languageOf, SOURCE } from '@/lib/i18n/languages';
import CancelSeveral from './CancelSeveral';

vi.mock('@/lib/api/run', () => ({ run: vi.fn() }));

/** The arguments of the calls to the preview. */
let asked: unknown[];
const departure = (day: string) => ({
  kind: 'experience',
  service_id: 'e1',
  slot_id: 's1',
  service_date: day,
  start_time: '18:00:00',
  title: 'Night walk',
  titles: {},
  outcome: 'cancel',
  bookings: 1,
  people: 2,
});

beforeEach(() => {
  asked = [];
  vi.mocked(run).mockImplementation(async (ask) => {
    let answer: unknown = [];
    const one = { abortSignal: () => one, select: () => one, order: () => one };
    ask({
      from: () => {
        answer = [{ id: 'boat', name: 'Boat' }];
        return one;
      },
      rpc: (name: string, args: { p_selection: { from: string; to: string } }) => {
        if (name === 'preview_departure_cancellation') {
          asked.push(args.p_selection);
          const departures = [...new Set([args.p_selection.from, args.p_selection.to])].map(departure);
          answer = { departures, bookings: 2, people: 4, unpaid: 0, mails: 2, money: [] };
        }
        return one;
      },
    } as never);
    return answer as never;
  });
});

const open = () =>
  renderApp(
    <CancelSeveral territoryId="rio" today="2099-11-27" onClose={() => undefined} onChanged={async () => undefined} />,
  );
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const button = () => screen.findByRole('button', { name: 'Cancel and notify 4 guests' });

it("opens without a selection, so that tonight's departure is not one click away", async () => {
  open();
  expect(await screen.findByText(/^Choose the days first/)).toBeVisible();
  expect(screen.getByLabelText('From')).toHaveValue('');
  expect(screen.getByLabelText('To')).toHaveValue('');
  expect(screen.queryByRole('button', { name: /^Cancel/ })).toBeNull();
  expect(asked).toEqual([]);
});

it('shows its effects once the days are selected, and nothing for impossible days', async () => {
  open();
  fill('From', '2099-11-28');
  expect(await button()).toBeVisible();
  expect(screen.getByLabelText('To')).toHaveValue('2099-11-28');
  fill('To', '2099-11-29');
  expect(await screen.findByRole('heading', { name: 'Cancel 2 departures' })).toBeVisible();
  expect(await button()).toBeVisible();
  fill('To', '2099-11-26');
  expect(await screen.findByText(/^Choose a last day no more than/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Cancel/ })).toBeNull();
  expect(asked).toEqual([
    { territory_id: 'rio', from: '2099-11-28', to: '2099-11-28' },
    { territory_id: 'rio', from: '2099-11-28', to: '2099-11-29' },
  ]);
});

it('selects all boats of the day', async () => {
  const { user } = open();
  fill('From', '2099-11-28');
  await screen.findByRole('option', { name: 'All transport: Boat' });
  await user.selectOptions(screen.getByLabelText('Service'), 'All transport: Boat');
  expect(await button()).toBeVisible();
  expect(asked.at(-1)).toEqual({
    territory_id: 'rio',
    from: '2099-11-28',
    to: '2099-11-28',
    transport_type_id: 'boat',
  });
});

it('names both dates in Spanish as dates', async () => {
  await activateLanguage(languageOf('es') ?? SOURCE);
  try {
    open();
    expect(await screen.findByLabelText('Desde')).toHaveAttribute('type', 'date');
    expect(screen.getByLabelText('Hasta')).toHaveAttribute('type', 'date');
  } finally {
    await activateLanguage(SOURCE);
  }
});
