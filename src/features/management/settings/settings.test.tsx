import { screen, waitFor } from '@testing-library/react';
import { fill } from '@tests/support/fill';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { type ManagedTerritory, saveSettings, type TerritoryRules } from '../queries';
import { CurrencySettings } from './CurrencySettings';
import { PlanSettings } from './PlanSettings';
import { TerritoryTexts } from './TerritoryTexts';
import { TimeZoneSettings } from './TimeZoneSettings';

vi.mock('../queries', () => ({ saveSettings: vi.fn() }));
const change = vi.hoisted(() => ({ broken: [] as { kind: string; id: string; title: string; price: number }[] }));
vi.mock('./currency-change', () => ({
  currencyChangeQuery: (_: string, code: string) => ({
    queryKey: ['currency-change', code, change.broken.length],
    queryFn: async () => ({ experiences: 8, transports: 1, price: 385, from_symbol: 'Q', to_symbol: '¥', ...change }),
  }),
}));
beforeEach(() => vi.mocked(saveSettings).mockReset().mockResolvedValue());

const territory: ManagedTerritory = {
  id: 'rio',
  name: 'Río Dulce',
  description: 'A river.',
  meeting_point: null,
  meeting_point_link: null,
  language: 'en',
  translations: {},
  currency_code: 'GTQ',
  time_zone: 'America/Guatemala',
  offer_hours: 48,
  change_hours: null,
  image_urls: [],
  video_urls: [],
  updated_at: '2026-11-21T10:00:00+00:00',
};
const MANAGER: TerritoryRules = { manages: true, has_sold: false };
const STAFF: TerritoryRules = { manages: false, has_sold: false };
const props = { territory, onSaved: async () => undefined, onReload: () => undefined };

describe('the currency', () => {
  const field = () => screen.getByLabelText('Currency');

  it('can be changed by a manager, and is sent without a symbol, which belongs to the currency', async () => {
    const { user } = renderApp(<CurrencySettings {...props} rules={MANAGER} />);
    await user.selectOptions(field(), 'EUR');
    await user.click(screen.getByRole('button', { name: 'Save currency' }));
    expect(await screen.findByText('Q385.00 will become ¥385.00.')).toBeInTheDocument();
    expect(screen.getByText('8 experiences, 1 transport service')).toBeInTheDocument();
    expect(saveSettings).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Sell in EUR' }));
    await waitFor(() => expect(saveSettings).toHaveBeenCalled());
    expect(saveSettings).toHaveBeenCalledWith(
      'rio',
      { currency_code: 'GTQ' },
      { currency_code: 'EUR' },
      expect.any(String),
    );
  });

  it("can't be changed while it can't express a price, and these are named", async () => {
    change.broken = [{ kind: 'experience', id: 'e1', title: 'River', price: 100.5 }];
    const { user } = renderApp(<CurrencySettings {...props} rules={MANAGER} />);
    await user.selectOptions(field(), 'JPY');
    await user.click(screen.getByRole('button', { name: 'Save currency' }));
    expect(await screen.findByText("You can't use these prices in JPY. Change them first:")).toBeInTheDocument();
    expect(screen.getByText('Q100.50')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Sell in JPY' })).not.toBeInTheDocument();
    change.broken = [];
  });

  it.each([
    ['staff', STAFF, 'Only a manager of the region can change this'],
    [
      'a territory with sales',
      { manages: true, has_sold: true },
      "This region already has sales, so you can't change the currency.",
    ],
  ])("can't be changed, with the reason: %s", (_, rules, reason) => {
    renderApp(<CurrencySettings {...props} rules={rules} />);
    expect(field()).toBeDisabled();
    expect(field()).toHaveAccessibleDescription(reason);
    expect(screen.queryByRole('button', { name: 'Save currency' })).not.toBeInTheDocument();
  });

  it('shows at the field that the first booking was made in the meantime', async () => {
    vi.mocked(saveSettings).mockRejectedValueOnce(new AppError('currency_locked', 'There are already sales here'));
    const { user } = renderApp(<CurrencySettings {...props} rules={MANAGER} />);
    await user.selectOptions(field(), 'EUR');
    await user.click(screen.getByRole('button', { name: 'Save currency' }));
    await user.click(await screen.findByRole('button', { name: 'Sell in EUR' }));
    await waitFor(() => expect(field()).toHaveAccessibleDescription('There are already sales here'));
  });
});

describe('the time zone', () => {
  const field = () => screen.getByLabelText('Time zone');

  it('stays once something was sold, and shows who can change it', () => {
    renderApp(<TimeZoneSettings {...props} rules={{ manages: true, has_sold: true }} />);
    expect(field()).toBeDisabled();
    expect(field()).toHaveAccessibleDescription(
      'This region already has sales, so only an administrator can change the time zone.',
    );
    expect(screen.queryByRole('button', { name: 'Save time zone' })).not.toBeInTheDocument();
  });

  it('is selected from a list', async () => {
    const { user } = renderApp(<TimeZoneSettings {...props} rules={MANAGER} />);
    expect(field()).toHaveValue('America/Guatemala');
    await user.selectOptions(field(), 'America/Mexico_City');
    await user.click(screen.getByRole('button', { name: 'Save time zone' }));
    await waitFor(() => expect(saveSettings).toHaveBeenCalled());
    expect(saveSettings).toHaveBeenCalledWith(
      'rio',
      { time_zone: 'America/Guatemala' },
      { time_zone: 'America/Mexico_City' },
      expect.any(String),
    );
  });

  it('is read-only for staff, and an unknown one is refused beside the field', async () => {
    const { unmount } = renderApp(<TimeZoneSettings {...props} rules={STAFF} />);
    expect(field()).toBeDisabled();
    expect(field()).toHaveAccessibleDescription('Only a manager of the region can change this');
    unmount();
    vi.mocked(saveSettings).mockRejectedValueOnce(
      new AppError('unknown_time_zone', 'Please choose a time zone from the list'),
    );
    const { user } = renderApp(<TimeZoneSettings {...props} rules={MANAGER} />);
    await user.selectOptions(field(), 'UTC');
    await user.click(screen.getByRole('button', { name: 'Save time zone' }));
    await waitFor(() => expect(field()).toHaveAccessibleDescription('Please choose a time zone from the list'));
  });
});

describe('the texts', () => {
  const save = () => screen.getByRole('button', { name: 'Save texts' });

  it('are saved over the version read, and empty ones are sent as empty', async () => {
    const { user } = renderApp(<TerritoryTexts {...props} rules={MANAGER} />);
    await user.clear(screen.getByLabelText('Name'));
    await fill(user, screen.getByLabelText('Name'), 'ريو دولسي 🌋');
    await user.click(save());
    await waitFor(() => expect(saveSettings).toHaveBeenCalled());
    const was = {
      name: 'Río Dulce',
      description: 'A river.',
      meeting_point: null,
      meeting_point_link: null,
      language: 'en',
      translations: {},
    };
    expect(saveSettings).toHaveBeenCalledWith('rio', was, { ...was, name: 'ريو دولسي 🌋' }, expect.any(String));
  });

  it('require a visible name, a description and a working link', async () => {
    const { user } = renderApp(<TerritoryTexts {...props} rules={MANAGER} />);
    await fill(user, screen.getByLabelText('Name'), '\u200b');
    await user.clear(screen.getByLabelText('Description'));
    await fill(user, screen.getByLabelText(/^Map link/), 'javascript:x');
    await user.click(save());
    expect(screen.getByLabelText('Name')).toHaveAccessibleDescription(
      'Please use a name without web addresses or special characters',
    );
    expect(screen.getByLabelText(/^Map link/)).toHaveAccessibleDescription(
      'Please enter a link that starts with https://',
    );
    expect(screen.getByText('Description is required')).toBeInTheDocument();
    expect(saveSettings).not.toHaveBeenCalled();
  });

  it('leave the name to a manager', () => {
    renderApp(<TerritoryTexts {...props} rules={STAFF} />);
    expect(screen.getByLabelText('Name')).toHaveAttribute('readonly');
    expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('Only a manager of the region can change this');
    expect(screen.getByLabelText('Name, in Spanish')).toHaveAttribute('readonly');
    expect(screen.getByLabelText('Description')).not.toHaveAttribute('readonly');
    expect(screen.getByLabelText('Description, in Spanish')).not.toHaveAttribute('readonly');
  });

  it('are written in each language, and missing ones stay', async () => {
    const translated = { ...territory, translations: { es: { summary: 'Un río' } } };
    const { user } = renderApp(<TerritoryTexts {...props} territory={translated} rules={MANAGER} />);
    await fill(user, screen.getByLabelText('Name, in Spanish'), 'Río Dulce');
    await fill(user, screen.getByLabelText('Description, in Spanish'), 'Un río.');
    await fill(user, screen.getByLabelText('Meeting point, in Spanish'), 'El muelle');
    await user.click(save());
    await waitFor(() => expect(saveSettings).toHaveBeenCalled());
    const es = { name: 'Río Dulce', summary: 'Un río', description: 'Un río.', meeting_point: 'El muelle' };
    expect(saveSettings).toHaveBeenCalledWith(
      'rio',
      expect.objectContaining({ translations: { es: { summary: 'Un río' } } }),
      expect.objectContaining({ language: 'en', translations: { es } }),
      expect.any(String),
    );
  });

  it('are marked as current for one save, not for later ones', async () => {
    const older = { ...territory, translations: { es: { description: 'Un río.', stale: { description: 'x' } } } };
    const { user } = renderApp(<TerritoryTexts {...props} territory={older} rules={MANAGER} />);
    const right = () => screen.getByRole('button', { name: 'Confirm translation: Description, in Spanish' });
    await user.click(right());
    await user.click(save());
    const es = { description: 'Un río.', current: ['description'] };
    await waitFor(() =>
      expect(saveSettings).toHaveBeenCalledWith(
        'rio',
        expect.anything(),
        expect.objectContaining({ translations: { es } }),
        expect.any(String),
      ),
    );
    await waitFor(() => expect(right()).toHaveAttribute('aria-pressed', 'false'));
  });

  it('refuse an invalid translated name beside the field', async () => {
    const { user } = renderApp(<TerritoryTexts {...props} rules={MANAGER} />);
    await fill(user, screen.getByLabelText('Name, in Spanish'), 'www.example.com');
    await user.click(save());
    expect(screen.getByLabelText('Name, in Spanish')).toHaveAccessibleDescription(
      expect.stringContaining('Please use a name without web addresses or special characters'),
    );
    expect(saveSettings).not.toHaveBeenCalled();
  });

  it('are not overwritten without asking if someone else has changed them', async () => {
    vi.mocked(saveSettings).mockRejectedValueOnce(
      new AppError('changed_meanwhile', 'Someone else changed this while you were working on it'),
    );
    const { user } = renderApp(<TerritoryTexts {...props} rules={MANAGER} />);
    await fill(user, screen.getByLabelText('Description'), ' Wide.');
    await user.click(save());
    await user.click(await screen.findByRole('button', { name: 'Keep my changes' }));
    await waitFor(() =>
      expect(saveSettings).toHaveBeenLastCalledWith(
        'rio',
        null,
        expect.objectContaining({ description: 'A river. Wide.' }),
        expect.any(String),
      ),
    );
  });
});

describe('the terms of changes', () => {
  const late = () => screen.getByLabelText(/Latest date change/);

  it('follow the cancellation policy, or have their own hours', async () => {
    const { user } = renderApp(<PlanSettings {...props} />);
    expect(late()).toHaveValue('');
    await user.type(late(), '12');
    await user.click(screen.getByRole('button', { name: 'Save hours' }));
    await waitFor(() =>
      expect(saveSettings).toHaveBeenCalledWith(
        'rio',
        { offer_hours: 48, change_hours: null },
        { offer_hours: 48, change_hours: 12 },
        expect.any(String),
      ),
    );
  });

  it.each(['0', '337', '1.5'])('accept whole hours of two weeks, not %s', async (hours) => {
    const { user } = renderApp(<PlanSettings {...props} />);
    await user.type(late(), hours);
    await user.click(screen.getByRole('button', { name: 'Save hours' }));
    expect(late()).toHaveAccessibleDescription(/Please enter a whole number from 1 to 336/);
    expect(saveSettings).not.toHaveBeenCalled();
  });
});
