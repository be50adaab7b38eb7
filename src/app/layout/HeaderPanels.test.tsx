import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import HeaderPanels from './HeaderPanels.tsx';

const { view } = vi.hoisted(() => ({ view: { unread: 2, invites: [] as unknown[], markRead: vi.fn() } }));
vi.mock('@/features/account/session/session', () => ({
  useSession: () => ({ user: { id: 'me' }, hasRole: () => false }),
}));
vi.mock('@/features/messaging/notifications/use-notifications', () => ({
  useNotifications: () => ({ items: [], loading: false, ...view }),
}));
vi.mock('@/features/account/invites/OpenInvites', () => ({
  OpenInvites: () => null,
  useOpenInvites: () => ({ data: view.invites }),
}));
vi.mock('../data.tsx', () => ({ withData: (component: unknown) => component }));

beforeEach(() => {
  view.unread = 2;
  view.invites = [];
  view.markRead.mockReset();
});

const bar = () => <HeaderPanels />;

it('keeps the focus in the panel when everything is marked as read', async () => {
  const user = userEvent.setup();
  const { rerender } = renderApp(bar());
  await user.click(screen.getByRole('button', { name: 'Notifications, 2 unread' }));
  const all = screen.getByRole('button', { name: 'Mark all as read' });
  all.focus();
  await user.keyboard('{Enter}');
  expect(view.markRead).toHaveBeenCalledExactlyOnceWith(null);
  view.unread = 0;
  rerender(bar());
  expect(all).toHaveFocus();
  expect(all).toHaveAttribute('aria-disabled', 'true');
  await user.keyboard('{Enter}');
  expect(view.markRead).toHaveBeenCalledOnce();
});

it('counts an open invitation until it is answered', () => {
  view.unread = 0;
  view.invites = [{}];
  renderApp(bar());
  expect(screen.getByRole('button', { name: 'Notifications, 1 unread' })).toBeInTheDocument();
});
