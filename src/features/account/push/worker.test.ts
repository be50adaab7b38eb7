// @vitest-environment node
import { expect, it, vi } from 'vitest';
import source from '../../../../scripts/build/service-worker/push.js?raw';

const HOME = 'https://territorio.example';

/** Loads the worker with these pages open. */
function worker(...open: string[]) {
  const listeners = new Map<string, (event: object) => void>();
  const focus = vi.fn();
  const openWindow = vi.fn();
  const showNotification = vi.fn();
  const self = {
    location: { origin: HOME },
    registration: { showNotification },
    clients: { matchAll: async () => open.map((url) => ({ url, focus: () => focus(url) })), openWindow },
    addEventListener: (kind: string, listener: (event: object) => void) => listeners.set(kind, listener),
  };
  new Function('self', source)(self);
  const happen = async (kind: string, event: object) => {
    const waits: Promise<unknown>[] = [];
    listeners.get(kind)?.({ ...event, waitUntil: (work: Promise<unknown>) => waits.push(work) });
    await Promise.all(waits);
  };
  const close = vi.fn();
  return {
    push: (text: string | null) => happen('push', { data: text === null ? null : { json: () => JSON.parse(text) } }),
    click: (path: unknown) => happen('notificationclick', { notification: { close, data: { path } } }),
    ...{ focus, openWindow, showNotification, close },
  };
}

it('shows the content of the push', async () => {
  const { push, showNotification } = worker();
  await push(JSON.stringify({ title: 'Elmer', body: 'At the dock', tag: 'message:b1', url: '/bookings?x=1#y' }));
  expect(showNotification).toHaveBeenCalledExactlyOnceWith('Elmer', {
    body: 'At the dock',
    icon: '/icon-192.png',
    data: { path: '/bookings?x=1#y' },
    tag: 'message:b1',
    renotify: true,
  });
});

it.each(['not json', 'null', '{}', null])('shows a notification for an empty push: %s', async (text) => {
  const { push, showNotification } = worker();
  await push(text);
  expect(showNotification).toHaveBeenCalledExactlyOnceWith(
    'Territorio',
    expect.objectContaining({ data: { path: '/' } }),
  );
});

it('opens its page, or focuses it where it is already open', async () => {
  const away = worker(`${HOME}/regions`);
  await away.click('/bookings');
  expect(away.openWindow).toHaveBeenCalledExactlyOnceWith(`${HOME}/bookings`);
  const there = worker(`${HOME}/regions`, `${HOME}/bookings`);
  await there.click('/bookings');
  expect(there.focus).toHaveBeenCalledExactlyOnceWith(`${HOME}/bookings`);
  expect(there.openWindow).not.toHaveBeenCalled();
  expect(there.close).toHaveBeenCalled();
});

it.each([
  'https://evil.example/x',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  null,
])('opens no other site: %s', async (path) => {
  const { click, openWindow } = worker();
  await click(path);
  expect(openWindow).toHaveBeenCalledExactlyOnceWith(`${HOME}/`);
});
