import { act, screen } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { Menu, MenuItem } from '@/ui/overlay/Menu';
import { StatusNotice, useStatus } from './StatusNotice';
import { toast } from './toast';

const ended = new AppError('session_expired', 'Your session has expired. Please log in again.');
const refused = new AppError('forbidden', 'You do not have permission to do this');
const from = { from: '/manage/rio?tab=team#mine' };
const page = { url: { pathname: '/manage/rio', search: '?tab=team', hash: '#mine' } };

function Statuses() {
  const status = useStatus();
  return (
    <>
      <button type="button" onClick={() => status.failure(ended)}>
        Ended
      </button>
      <button type="button" onClick={() => status.failure(refused)}>
        Refused
      </button>
      <StatusNotice notice={status.notice} />
    </>
  );
}

it('a notice keeps a link to the login after an ended session, which leads back', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { user, router } = renderApp(<Statuses />, page);
  await user.click(screen.getByRole('button', { name: 'Refused' }));
  expect(screen.getByRole('alert')).toHaveTextContent('You do not have permission');
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
  act(() => void vi.advanceTimersByTime(5000));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Ended' }));
  act(() => void vi.advanceTimersByTime(60_000));
  await user.click(screen.getByRole('link', { name: 'Log in' }));
  expect(router.state.location).toMatchObject({ pathname: '/login', state: from });
  vi.useRealTimers();
});

it('a menu offers the login after an ended session, to the keyboard as well', async () => {
  const menu = (error: Error) => (
    <Menu trigger={<button type="button">More</button>}>
      <MenuItem icon={null} keepOpen error={error} onSelect={() => undefined}>
        Hide
      </MenuItem>
    </Menu>
  );
  const { user, router, unmount } = renderApp(menu(refused), page);
  await user.click(screen.getByRole('button', { name: 'More' }));
  expect(screen.queryByRole('menuitem', { name: 'Log in' })).not.toBeInTheDocument();
  unmount();
  const again = renderApp(menu(ended), page);
  await again.user.click(screen.getByRole('button', { name: 'More' }));
  expect(screen.getByRole('alert')).toHaveTextContent('Your session has expired');
  await again.user.keyboard('{End}{Enter}');
  expect(again.router.state.location).toMatchObject({ pathname: '/login', state: from });
  expect(router.state.location.pathname).toBe('/manage/rio');
});

it('a toast links to the login after an ended session', async () => {
  renderApp(null, page);
  toast.failure(refused);
  expect(await screen.findByText('You do not have permission to do this')).toBeVisible();
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
  toast.failure(ended);
  expect(await screen.findByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
});
