import { act, screen } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { StaleNotice } from './StaleNotice';

const NOW = new Date('2026-11-22T09:00:00').getTime();
const EARLIER = new Date('2026-11-22T08:12:00').getTime();
const YESTERDAY = new Date('2026-11-21T20:05:00').getTime();

beforeEach(() => vi.useFakeTimers({ now: NOW }));
afterEach(() => vi.useRealTimers());

function draw(props: { failed?: boolean; busy?: boolean; marksSaved?: boolean; updatedAt: number }, online = true) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  const { failed = false, busy = false, marksSaved = false, updatedAt } = props;
  renderApp(
    <StaleNotice failed={failed} busy={busy} updatedAt={updatedAt} onRetry={() => undefined} marksSaved={marksSaved} />,
  );
}

it.each([
  ['the list from 8:12 AM', EARLIER],
  ['the list from Saturday 8:05 PM', YESTERDAY],
])('shows a list without a connection as %s', (words, updatedAt) => {
  draw({ updatedAt }, false);
  expect(screen.getByText(/^You're offline/)).toHaveTextContent(words);
});

it('shows no time for a list that was never loaded', () => {
  draw({ updatedAt: 0 }, false);
  draw({ updatedAt: 0, busy: true, failed: true });
  expect(screen.queryByText(/the list from/)).not.toBeInTheDocument();
});

it("uses the territory's time zone beside its times, and names the zone if the reader's differs", () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const at = Date.parse('2026-11-22T08:12:00Z');
  vi.setSystemTime('2026-11-22T09:00:00Z');
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const notice = (timeZone: string) => (
    <StaleNotice failed={false} busy={false} updatedAt={at} timeZone={timeZone} onRetry={() => undefined} />
  );
  renderApp(notice('Asia/Kathmandu'));
  expect(screen.getByText(/^You're offline/)).toHaveTextContent('from 1:57 PM, Kathmandu time. It will refresh');
  renderApp(notice(own));
  expect(screen.getAllByText(/^You're offline/)[1]).toHaveTextContent(/from \d+:12 [AP]M\. It will refresh/);
});

it('reports at once what could not be reloaded, and after a while what takes long', async () => {
  draw({ failed: true, updatedAt: EARLIER });
  expect(screen.getByText("We couldn't refresh. This is the list from 8:12 AM.")).toBeInTheDocument();
  draw({ busy: true, updatedAt: EARLIER });
  expect(screen.queryByText(/^The signal is weak/)).not.toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(2000));
  expect(screen.getByText(/^The signal is weak. This is the list from 8:12 AM/)).toBeInTheDocument();
});

it('reloads a recent list without a note', async () => {
  draw({ busy: true, updatedAt: NOW - 5000 });
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(screen.queryByText(/the list from/)).not.toBeInTheDocument();
});

it.each([
  ['says at once that a saved ticket is being checked', { busy: true, marksSaved: true, updatedAt: EARLIER }, 1],
  ['says nothing once it is checked', { busy: false, marksSaved: true, updatedAt: EARLIER }, 0],
  ['says nothing of what was read since the page was loaded', { busy: true, marksSaved: true, updatedAt: NOW }, 0],
  ['says nothing at once of lists', { busy: true, updatedAt: EARLIER }, 0],
])('%s', (_, props, notices) => {
  vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(NOW - 1000);
  draw(props);
  expect(screen.queryAllByText("Saved copy from 8:12 AM. We're checking for changes.")).toHaveLength(notices);
});
