import { readFileSync } from 'node:fs';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import UnsubscribePage from '@/pages/unsubscribe';
import { STOPPABLE } from './unsubscribe';

const invoke = vi.hoisted(() => vi.fn());
const prepare = vi.hoisted(() => vi.fn());
vi.mock('@/lib/api/functions', () => ({ invokeFunction: invoke, prepareFunctions: prepare }));
const isUnsubscribed = vi.hoisted(() => vi.fn());
vi.mock('@/lib/api/run', () => ({ run: isUnsubscribed }));

const TOKEN = '0123456789abcdef'.repeat(4);
const show = (url = `/unsubscribe?emails=reminder_evening#${TOKEN}`) => renderApp(<UnsubscribePage />, { url });
const press = async () => userEvent.click(await screen.findByRole('button', { name: 'Unsubscribe from these emails' }));

beforeEach(() => {
  invoke.mockReset().mockResolvedValue({ stopped: 'reminder_evening' });
  isUnsubscribed.mockReset().mockResolvedValue(false);
});

it('unsubscribes with the button, not by opening the link, and names the emails', async () => {
  show();
  expect(await screen.findByText('The reminder the evening before a trip')).toBeInTheDocument();
  expect(invoke).not.toHaveBeenCalled();
  // A first click while offline works once online.
  expect(prepare).toHaveBeenCalledOnce();
  await press();
  await waitFor(() =>
    expect(screen.getByRole('heading', { name: "You've unsubscribed from these emails" })).toHaveFocus(),
  );
  expect(invoke.mock.calls[0]?.[0]).toBe(`unsubscribe?emails=reminder_evening&token=${TOKEN}`);
});

it('shows a failure, and can be retried', async () => {
  invoke.mockRejectedValueOnce(new AppError('offline', "This didn't work", { detail: "You're offline." }));
  show();
  await press();
  expect(await screen.findByRole('alert')).toHaveTextContent("This didn't work");
  await press();
  expect(await screen.findByRole('heading', { name: "You've unsubscribed from these emails" })).toBeInTheDocument();
});

it('reports that it is already done when the link is opened again', async () => {
  isUnsubscribed.mockResolvedValue(true);
  show();
  expect(await screen.findByRole('heading', { name: "You've unsubscribed from these emails" })).toBeInTheDocument();
  expect(screen.getByText('The reminder the evening before a trip')).toBeInTheDocument();
  expect(screen.queryByRole('button')).toBeNull();
  expect(invoke).not.toHaveBeenCalled();
});

it("shows its button while the server can't be reached", async () => {
  isUnsubscribed.mockRejectedValue(new AppError('network', "We couldn't reach the server."));
  show();
  await press();
  expect(await screen.findByRole('heading', { name: "You've unsubscribed from these emails" })).toBeInTheDocument();
});

it('leads an unknown link to the profile, before any click', async () => {
  isUnsubscribed.mockResolvedValue(null);
  show();
  expect(await screen.findByRole('heading', { name: 'This link is no longer valid' })).toBeInTheDocument();
});

it('leads a link that is no longer valid to the profile', async () => {
  invoke.mockRejectedValue(new AppError('unsubscribe_link_invalid', 'This link is no longer valid'));
  show();
  await press();
  expect(await screen.findByRole('heading', { name: 'This link is no longer valid' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Open your profile' })).toHaveAttribute('href', '/profile');
});

it.each([
  '/unsubscribe',
  '/unsubscribe?emails=reminder_evening',
  `/unsubscribe?emails=booking_confirmation#${TOKEN}`,
  `/unsubscribe?emails=constructor#${TOKEN}`,
  '/unsubscribe?emails=message#short',
])('refuses %s as a link', (url) => {
  show(url);
  expect(screen.getByRole('heading', { name: 'This link is no longer valid' })).toBeInTheDocument();
});

it('has a name for every kind of email that can be unsubscribed', () => {
  const sql = readFileSync(`${import.meta.dirname}/../../../../supabase/schemas/messages/unsubscribe.sql`, 'utf8');
  const [, list = ''] = /p_template in \((.*?)\)/.exec(sql) ?? [];
  expect([...list.matchAll(/'(\w+)'/g)].map(([, name]) => name).sort()).toEqual(Object.keys(STOPPABLE).sort());
});
