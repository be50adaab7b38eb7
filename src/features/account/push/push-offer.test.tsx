import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '@tests/support/render-app';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import PushOffer from './PushOffer';
import { PushSettings } from './PushSettings';
import { type PushState, readPushState, turnOffPush, turnOnPush } from './push';

vi.mock('@/lib/env', async (original) => ({ ...(await original<object>()), pushKey: 'BKey' }));
vi.mock('./push', async (original) => ({
  ...(await original<object>()),
  readPushState: vi.fn(),
  turnOnPush: vi.fn(),
  turnOffPush: vi.fn(),
}));
vi.mock('@/features/account/notices/queries', async (original) => {
  const real = await original<typeof import('@/features/account/notices/queries')>();
  return { ...real, noticesQuery: (id: string) => ({ queryKey: [id], queryFn: async () => real.DEFAULT_CHOICES }) };
});

let state: PushState;
beforeEach(() => {
  vi.clearAllMocks();
  localStorage.clear();
  vi.mocked(readPushState).mockImplementation(async () => state);
  vi.mocked(turnOnPush).mockImplementation(async () => {
    state = 'on';
  });
  vi.mocked(turnOffPush).mockImplementation(async () => {
    state = 'off';
  });
});
afterEach(() => vi.restoreAllMocks());

const button = () => screen.findByRole('button', { name: 'Notify me on this phone' });

describe('the offer of notifications after a booking', () => {
  it('asks for permission on a click, and confirms it', async () => {
    state = 'off';
    renderApp(<PushOffer userId="me" />);
    await userEvent.click(await button());
    expect(turnOnPush).toHaveBeenCalledExactlyOnceWith('me');
    expect(await screen.findByText(/^You'll get notifications on this phone/)).toBeInTheDocument();
  });

  it('explains how to allow notifications after they were blocked', async () => {
    state = 'off';
    vi.mocked(turnOnPush).mockImplementation(async () => {
      state = 'denied';
    });
    renderApp(<PushOffer userId="me" />);
    await userEvent.click(await button());
    expect(await screen.findByText(/open the site settings/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Notify me on this phone' })).not.toBeInTheDocument();
  });

  it('stays while the permission question is open', async () => {
    state = 'off';
    vi.mocked(turnOnPush).mockResolvedValue();
    renderApp(<PushOffer userId="me" />);
    await userEvent.click(await button());
    expect(await button()).toBeEnabled();
  });

  it('shows why it failed, and can be retried', async () => {
    state = 'off';
    vi.mocked(turnOnPush).mockRejectedValueOnce(
      new AppError('server', "We couldn't turn this on", { detail: 'Try again later.' }),
    );
    renderApp(<PushOffer userId="me" />);
    await userEvent.click(await button());
    expect(await screen.findByRole('alert')).toHaveTextContent("We couldn't turn this on");
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/^You'll get notifications on this phone/)).toBeInTheDocument();
  });

  it('asks to install first on an iPhone', async () => {
    state = 'install';
    renderApp(<PushOffer userId="me" />);
    expect(await screen.findByText(/first put Territorio on your home screen/)).toBeInTheDocument();
  });

  it('stays hidden once closed', async () => {
    state = 'off';
    const { unmount } = renderApp(<PushOffer userId="me" />);
    await button();
    await userEvent.click(screen.getByRole('button', { name: 'Close the hint' }));
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
    unmount();
    renderApp(<PushOffer userId="me" />);
    await waitFor(() => expect(readPushState).toHaveBeenCalledTimes(2));
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it.each(['unsupported', 'denied', 'on'] as const)('is hidden if there is nothing to offer: %s', async (now) => {
    state = now;
    renderApp(<PushOffer userId="me" />);
    await waitFor(() => expect(readPushState).toHaveBeenCalled());
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });
});

describe('the notifications in the profile', () => {
  const show = (now: PushState) => {
    state = now;
    renderApp(<PushSettings userId="me" />);
  };

  it('are switched on, and off again', async () => {
    show('off');
    await userEvent.click(await screen.findByRole('button', { name: 'Turn on for this device' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Turn off on this device' }));
    expect(await screen.findByText(/^You won't get notifications on this device/)).toBeInTheDocument();
    for (const kind of [/cancelled, moved or confirmed/, /Seats open up for me/, /trip for today/, /messages me/])
      expect(screen.getByLabelText(kind)).toBeChecked();
  });

  it.each([
    ['denied', /open the site settings/],
    ['install', /first put Territorio on your home screen/],
    ['unsupported', /can't show notifications while the page is closed/],
  ] as const)('explain that they are %s, without a button that would do nothing', async (now, said) => {
    show(now);
    expect(await screen.findByText(said)).toBeInTheDocument();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('wait for a connection while offline', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    show('off');
    expect(await screen.findByText(/^You're offline/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Turn on for this device' })).toBeDisabled();
  });
});
