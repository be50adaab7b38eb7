import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fill } from '@tests/support/fill';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { assertVersion } from '@/lib/api/versions';
import { FieldError } from '@/ui/form/form-problems';
import { PickupForm } from './PickupForm';
import { savePickup } from './queries';

const place = {
  id: 'pu_1',
  name: 'Muelle Norte',
  directions: null,
  map_link: null,
  language: 'en',
  translations: {},
  updated_at: '2026-11-26T12:00:00Z',
};
const later = { ...place, name: 'Muelle Viejo', updated_at: '2026-11-26T12:01:00Z' };
vi.mock('./queries', () => ({
  savePickup: vi.fn(),
  pickupQuery: () => ({ queryKey: ['pickup'], queryFn: async () => later }),
}));
const onClose = vi.fn();

beforeEach(() => {
  vi.mocked(savePickup).mockReset().mockResolvedValue(undefined);
  onClose.mockReset();
});

function show() {
  renderApp(
    <PickupForm
      territoryId="rio"
      place={place}
      onClose={onClose}
      onSaved={() => undefined}
      onReload={() => undefined}
    />,
  );
  return userEvent.setup();
}
const name = () => screen.getByLabelText('Name');
const save = () => screen.getByRole('button', { name: 'Save Changes' });

it('shows a duplicate name next to it, for the whole list', async () => {
  const text = 'A location with this name already exists in this territory';
  vi.mocked(savePickup).mockRejectedValueOnce(new FieldError('name', text));
  const user = show();
  await user.type(name(), ' 2');
  await user.click(save());
  await waitFor(() => expect(name()).toHaveAccessibleDescription(text));
  const summary = screen.getByRole('alert');
  expect(summary.parentElement).toHaveFocus();
  await user.click(within(summary).getByRole('link', { name: text }));
  expect(name()).toHaveFocus();
  expect(onClose).not.toHaveBeenCalled();
  await user.type(name(), '3');
  await user.click(save());
  await waitFor(() => expect(onClose).toHaveBeenCalled());
});

it('reports a conflict to the second editor, who can keep their own version', async () => {
  vi.mocked(savePickup).mockImplementation(async (_, before) => {
    if (before?.name !== later.name) assertVersion([]);
  });
  const user = show();
  await user.type(name(), ' 2');
  await user.click(save());
  await user.click(await screen.findByRole('button', { name: 'Keep my changes' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(savePickup).toHaveBeenLastCalledWith(
    'rio',
    later,
    expect.objectContaining({ name: 'Muelle Norte 2' }),
    expect.any(String),
  );
});

it('saves its texts in both languages, and shows an error next to its field', async () => {
  const user = show();
  const spanish = screen.getByLabelText('Name, in Spanish');
  expect(spanish).toHaveAccessibleDescription('Not translated yet');
  await fill(user, spanish, 'Muelle del Norte\u200b');
  await user.click(save());
  expect(spanish).toHaveAccessibleDescription('Please remove the invisible characters');
  expect(savePickup).not.toHaveBeenCalled();
  await user.clear(spanish);
  await fill(user, spanish, 'Muelle del Norte');
  await fill(user, screen.getByLabelText('Directions, in Spanish'), 'Junto a la ceiba');
  await user.click(save());
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(savePickup).toHaveBeenCalledWith(
    'rio',
    place,
    expect.objectContaining({
      language: 'en',
      translations: { es: { name: 'Muelle del Norte', directions: 'Junto a la ceiba' } },
    }),
    expect.any(String),
  );
});

it('asks on Cancel before it discards input, and only then', async () => {
  const user = show();
  const cancel = screen.getByRole('button', { name: 'Cancel' });
  await user.type(name(), ' 2');
  await user.click(cancel);
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
  expect(name()).toHaveValue('Muelle Norte 2');
  expect(onClose).not.toHaveBeenCalled();
  await user.type(name(), '{Backspace}{Backspace}');
  await user.click(cancel);
  expect(onClose).toHaveBeenCalled();
});
