import { act, screen, waitFor, within } from '@testing-library/react';
import { aProfile } from '@tests/support/factories';
import { fill } from '@tests/support/fill';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { run } from '@/lib/api/run';
import { readDraft } from '@/lib/storage/form-draft';
import ConditionsTab from './ConditionsTab';

vi.mock('@/lib/api/run', () => ({ run: vi.fn() }));

const named = { service_id: 'e1', slot_id: 's1', service_date: '2026-11-29' };
const name = { kind: 'experience', ...named };
const preview = {
  departures: [
    { ...name, start_time: '09:00:00', title: 'Falls', titles: {}, outcome: 'cancel', bookings: 4, people: 9 },
    {
      ...name,
      slot_id: 's2',
      start_time: null,
      title: 'Falls',
      titles: {},
      outcome: 'cancel',
      bookings: 0,
      people: 0,
    },
  ],
  bookings: 4,
  people: 9,
  unpaid: 1,
  mails: 4,
  money: [{ currency_code: 'GTQ', currency_symbol: 'Q', amount: 1480 }],
};
const cancellation = {
  cancellation_id: 'c1',
  undo_until: new Date(Date.now() + 120_000).toISOString(),
  undone: false,
  departures: preview.departures.map(({ title: _, ...departure }) => ({ ...departure, outcome: 'cancelled' })),
};
const condition = {
  id: 'k1',
  subject: 'river',
  state: 'closed',
  text: 'High water',
  language: 'en',
  translations: {},
  source_url: null,
  touches_all: false,
  starts_at: '2026-11-27T12:00:00Z',
  ends_at: '2099-11-27T12:00:00Z',
  revision: 1,
  changed_at: '2026-11-27T12:00:00Z',
  poster: { full_name: 'Rosa' },
  services: [{ service_id: 'e1' }, { service_id: 't1' }],
};

type Call = { name: string; args: Record<string, unknown> };
let calls: Call[];
let answers: Record<string, () => unknown>;

beforeEach(() => {
  sessionStorage.clear();
  calls = [];
  answers = {
    conditions: () => [],
    territories: () => ({ id: 'rio', name: 'Río Dulce', time_zone: 'America/Guatemala' }),
    booking_choices: () => ({
      services: [
        { id: 'e1', title: 'Falls', titles: {} },
        { id: 't1', title: 'Shuttle', titles: {} },
      ],
      guides: [],
    }),
    condition_departures: () => preview.departures,
    preview_departure_cancellation: () => preview,
    save_condition: () => ({ revision: 1, cancellation }),
  };
  vi.mocked(run).mockImplementation(async (ask) => {
    let asked: Call = { name: '', args: {} };
    const builder: unknown = new Proxy(() => builder, { get: () => () => builder, apply: () => builder });
    const note = (called: string, args: Record<string, unknown> = {}) => {
      asked = { name: called, args };
      return builder;
    };
    ask({ from: note, rpc: note } as never);
    calls.push(asked);
    return (answers[asked.name] ?? (() => []))() as never;
  });
});

const draw = (url = '/?tab=conditions') =>
  renderApp(<ConditionsTab territoryId="rio" />, { url, user: aProfile({ roles: ['territory_staff'] }) });
const saved = () => calls.filter(({ name: called }) => called === 'save_condition');
const button = (label: string | RegExp) => screen.findByRole('button', { name: label });

/** Fills in the form of a new alert. */
async function filled() {
  const { user } = draw();
  await user.click(await button('Post a travel alert'));
  await fill(user, await screen.findByRole('textbox', { name: 'What happened' }), 'A landslide');
  await user.click(await screen.findByRole('checkbox', { name: 'Falls' }));
  return user;
}

describe('the form of a travel alert', () => {
  it('cancels nothing unless requested, and shows the effects', async () => {
    const user = await filled();
    expect(screen.getByRole('checkbox', { name: /^Cancel departures until/ })).not.toBeChecked();
    expect(screen.getByText(/all bookings stay as they are/)).toBeVisible();
    await user.click(await button('Post travel alert'));
    await waitFor(() => expect(saved()).toHaveLength(1));
    expect(saved()[0]?.args).not.toHaveProperty('p_cancel');
  });

  it('shows before posting which departures with guests it affects', async () => {
    const user = await filled();
    await user.click(await screen.findByText('1 departure with guests, 9 guests'));
    expect(screen.getByRole('link', { name: /^Falls, .*Nov 29.*9:00 AM$/ })).toBeVisible();
    expect(saved()).toEqual([]);
    // There is nothing to list for a road that is open, and cancelling shows more.
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'open');
    expect(screen.queryByText('1 departure with guests, 9 guests')).toBeNull();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'closed');
    await user.click(screen.getByRole('checkbox', { name: /^Cancel departures until/ }));
    expect(screen.queryByText('1 departure with guests, 9 guests')).toBeNull();
  });

  it('shows first what cancelling does, does it with the post, and can undo it', async () => {
    const user = await filled();
    await user.click(screen.getByRole('checkbox', { name: /^Cancel departures until/ }));
    const said = await screen.findByRole('region', { name: 'What happens to the bookings' });
    expect(said).toHaveTextContent('Q1,480.00');
    expect(said).toHaveTextContent('9 guests, 4 bookings');
    await user.click(await button('Post and cancel 2 departures'));
    const dialog = await screen.findByRole('dialog', { name: 'Departures cancelled' });
    expect(dialog).toHaveTextContent('2 departures are cancelled.');
    expect(within(dialog).getByRole('button', { name: /Undo/ })).toBeVisible();
    expect(saved()[0]?.args.p_cancel).toEqual({
      key: expect.any(String),
      departures: [named, { ...named, slot_id: 's2' }],
    });
    expect(screen.queryByRole('form')).not.toBeInTheDocument();
  });

  it('repeats the same key after a connection failure, and uses another after an edit', async () => {
    answers.save_condition = () => {
      throw new AppError('network', 'No line');
    };
    const user = await filled();
    await user.click(screen.getByRole('checkbox', { name: /^Cancel departures until/ }));
    await user.click(await button('Post and cancel 2 departures'));
    expect(await screen.findByText(/You can safely try again/)).toBeVisible();
    await user.click(await button('Post and cancel 2 departures'));
    await waitFor(() => expect(saved()).toHaveLength(2));
    await fill(user, screen.getByRole('textbox', { name: 'What happened' }), ' at the bridge');
    await user.click(await button('Post and cancel 2 departures'));
    await waitFor(() => expect(saved()).toHaveLength(3));
    const keys = saved().map(({ args }) => (args.p_cancel as { key: string }).key);
    expect(keys[0]).toBe(keys[1]);
    expect(keys[2]).not.toBe(keys[0]);
    expect(new Set(saved().map(({ args }) => args.p_id)).size).toBe(1);
  });

  it('shows what is missing before it can list departures, and that none leaves', async () => {
    const { user } = draw();
    await user.click(await button('Post a travel alert'));
    await user.click(await screen.findByRole('checkbox', { name: /^Cancel departures until/ }));
    expect(screen.getByText(/First choose what the travel alert affects and when it ends/)).toBeVisible();
    answers.condition_departures = () => [];
    await user.click(screen.getByRole('checkbox', { name: 'All services in the region' }));
    expect(
      await screen.findByText("There are no departures on these days, so there's nothing to cancel."),
    ).toBeVisible();
    await fill(user, screen.getByRole('textbox', { name: 'What happened' }), 'A landslide');
    await user.click(await button('Post travel alert'));
    await waitFor(() => expect(saved()).toHaveLength(1));
    expect(saved()[0]?.args).not.toHaveProperty('p_cancel');
  });

  it("can't be posted before the effects of cancelling are known", async () => {
    answers.preview_departure_cancellation = () => {
      throw new AppError('x', 'It cannot be read');
    };
    const user = await filled();
    await user.click(screen.getByRole('checkbox', { name: /^Cancel departures until/ }));
    await user.click(await button('Post travel alert'));
    expect(await screen.findByText(/Please wait until you see what happens to the bookings/)).toBeVisible();
    expect(saved()).toHaveLength(0);
  });

  it('asks about one alert only', async () => {
    const user = await filled();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'delayed');
    expect(screen.queryByRole('checkbox', { name: /^Cancel departures/ })).not.toBeInTheDocument();
  });
});

it('refuses a text or link with direction-changing characters beside its field', async () => {
  const user = await filled();
  const text = screen.getByRole('textbox', { name: 'What happened' });
  await user.click(text);
  await user.paste(' \u202enepo');
  const source = screen.getByRole('textbox', { name: /Source/ });
  await user.click(source);
  await user.paste('https://conred.gob.gt/\u202emoc');
  await user.click(await button('Post travel alert'));
  expect(text).toHaveAccessibleDescription(/Please remove the invisible characters/);
  expect(source).toHaveAccessibleDescription(/Please enter a link that starts with https/);
  expect(saved()).toEqual([]);
});

it('refuses a website in the text beside the field, because the source has its own field', async () => {
  const user = await filled();
  const text = screen.getByRole('textbox', { name: 'What happened' });
  await user.click(text);
  await user.paste(' Pay at evil.com');
  await user.click(await button('Post travel alert'));
  expect(text).toHaveAccessibleDescription(/Please leave out web addresses\. Add the source in its own field\./);
  expect(saved()).toEqual([]);
});

it('shows that it is offline, keeps the input, and shows when it can be retried', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const failed = new AppError('offline', 'Failed to save the travel alert', { detail: "You're offline." });
  answers.save_condition = () => {
    throw failed;
  };
  const user = await filled();
  await user.click(await button('Post travel alert'));
  expect(await screen.findByText("Failed to save the travel alert. You're offline.")).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'What happened' })).toHaveValue('A landslide');
  online.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByText(/You're back online\. Please try again/)).toBeVisible();
  answers.save_condition = () => ({ revision: 1, cancellation: null });
  await user.click(await button('Post travel alert'));
  await waitFor(() => expect(screen.queryByRole('form')).not.toBeInTheDocument());
});

it('opens the form again after a reload, with the input', async () => {
  const user = await filled();
  await user.click(screen.getByRole('checkbox', { name: /^Cancel departures until/ }));
  await waitFor(() => expect(readDraft('condition-new-rio')?.values.text).toBe('A landslide'));
  document.body.innerHTML = '';
  draw('/?tab=conditions&edit=new');
  expect(await screen.findByRole('textbox', { name: 'What happened' })).toHaveValue('A landslide');
  expect(screen.getByRole('checkbox', { name: /^Cancel departures until/ })).toBeChecked();
  expect(screen.getByRole('button', { name: 'Discard changes' })).toBeVisible();
});

it('lists the services that an alert affects', async () => {
  answers.conditions = () => [condition, { ...condition, id: 'k2', text: 'Fog', touches_all: true, services: [] }];
  draw();
  const row = (text: string) => screen.findByText(text).then((found) => found.closest('li') as HTMLElement);
  await waitFor(async () => expect(await row('High water')).toHaveTextContent('Affects: Falls and Shuttle'));
  expect(await row('Fog')).toHaveTextContent('Affects: all services of the region');
});

describe('the affected departures of an alert', () => {
  const guests = () => screen.findByText('1 departure with guests, 9 guests');

  it('are named with their guests, and lead to them', async () => {
    answers.conditions = () => [condition];
    const { user } = draw();
    await user.click(await guests());
    const link = screen.getByRole('link', { name: /^Falls, .*Nov 29.*9:00 AM$/ });
    const target = new URL(link.getAttribute('href') ?? '', 'http://app.test');
    expect(target.pathname).toBe('/territory-bookings');
    expect(Object.fromEntries(target.searchParams)).toEqual({
      view: 'week',
      week: '2026-11-29',
      departure: 'experience.e1.s1.2026-11-29',
    });
    expect(link.closest('li')).toHaveTextContent('9 guests');
  });

  it('are not asked for while a route is open, and show no guests where nobody has booked', async () => {
    answers.conditions = () => [{ ...condition, state: 'open' }];
    const { unmount } = draw();
    expect(await screen.findByText('High water')).toBeVisible();
    expect(calls.some(({ name: called }) => called === 'condition_departures')).toBe(false);
    unmount();
    answers.conditions = () => [condition];
    answers.condition_departures = () => [];
    draw();
    expect(await screen.findByText('No guests are booked on the affected departures')).toBeVisible();
  });
});
