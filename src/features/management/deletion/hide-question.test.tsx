import { screen, waitFor, within } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import { AppError } from '@/lib/api/errors';
import type * as queries from '../catalogue/queries';
import { useServiceActions } from '../catalogue/use-service-actions';

const server = vi.hoisted(() => ({ run: vi.fn() }));
vi.mock('@/lib/api/run', () => ({ run: server.run }));

const setVisible = vi.hoisted(() => vi.fn(async (_: { id: string; visible: boolean }) => undefined));
vi.mock('../catalogue/queries', async (original) => ({
  ...(await original<typeof queries>()),
  setServiceVisible: setVisible,
}));
const saved = () => setVisible.mock.calls.map(([change]) => change);
const status = { notice: null, success: vi.fn(), failure: vi.fn(), clear: vi.fn() };

beforeEach(() => {
  server.run.mockReset();
  setVisible.mockClear();
});

function Row({ kind, visible }: { kind: ServiceKind; visible: boolean }) {
  const { actions, question } = useServiceActions({
    kind,
    territoryId: 'rio',
    publicKey: ['public'],
    remove: async () => undefined,
    editPath: (id) => `/edit/${id}`,
    type: 'Service',
    deleted: 'Deleted',
    status,
  });
  const [toggle] = actions({ id: 's1', title: 'Livingston', visible });
  return (
    <>
      <button type="button" onClick={toggle?.onSelect}>
        {toggle?.label}
      </button>
      {question}
    </>
  );
}

const press = async (kind: ServiceKind, visible = true) => {
  const { user } = renderApp(<Row kind={kind} visible={visible} />);
  await user.click(screen.getByRole('button', { name: `${visible ? 'Hide' : 'Show'} Livingston` }));
  return user;
};

it.each(['experience', 'transport'] as const)(
  'asks with how many and until when before hiding a %s with sold seats',
  async (kind) => {
    server.run.mockResolvedValue({ bookings: 2, guests: 5, departures: 2, last_date: '2026-12-24' });
    const user = await press(kind);
    const dialog = await screen.findByRole('alertdialog', { name: 'Hide Livingston?' });
    expect(
      await within(dialog).findByText(
        'This affects 2 upcoming bookings until Thursday, December 24, 2026: 5 guests on 2 departures.',
      ),
    ).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(setVisible).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Hide Livingston' }));
    await user.click(await screen.findByRole('button', { name: 'Hide' }));
    await waitFor(() => expect(saved()).toEqual([{ id: 's1', visible: false }]));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  },
);

it('hides at once what nobody has booked', async () => {
  server.run.mockResolvedValue({ bookings: 0, guests: 0, departures: 0, last_date: null });
  await press('experience');
  await waitFor(() => expect(saved()).toEqual([{ id: 's1', visible: false }]));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

it('shows at once', async () => {
  await press('transport', false);
  await waitFor(() => expect(saved()).toEqual([{ id: 's1', visible: true }]));
  expect(server.run).not.toHaveBeenCalled();
});

it('asks if the bookings could not be loaded', async () => {
  server.run.mockRejectedValue(new AppError('server', "We couldn't check which upcoming bookings this affects."));
  await press('experience');
  expect(await screen.findByRole('alertdialog', { name: 'Hide Livingston?' })).toBeVisible();
  expect(await screen.findByText(/^We couldn't check which/)).toBeVisible();
  expect(setVisible).not.toHaveBeenCalled();
});
