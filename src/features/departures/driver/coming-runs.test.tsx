import { screen, within } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { createQueryClient } from '@/lib/api/query-client';
import ComingRuns from './ComingRuns';
import { answerRun, type Run, runsQuery } from './queries';

vi.mock('./queries', async (load) => ({ ...(await load<typeof import('./queries')>()), answerRun: vi.fn() }));
beforeEach(() => void vi.mocked(answerRun).mockResolvedValue());

const run = (service_date: string, answer: Run['answer']): Run =>
  ({
    slot_id: 's',
    service_date,
    start_time: '08:00:00',
    title: 'To Flores',
    people: 3,
    answer,
    drivers: [],
  }) as unknown as Run;

function show(runs: Run[]) {
  const client = createQueryClient();
  const { queryKey } = runsQuery('me');
  client.setQueryDefaults(queryKey, { staleTime: Number.POSITIVE_INFINITY });
  client.setQueryData(queryKey, runs);
  vi.spyOn(client, 'invalidateQueries').mockResolvedValue();
  return renderApp(<ComingRuns userId="me" />, { client });
}

it('lists the runs of two weeks and confirms one', async () => {
  const open = run('2026-10-15', null);
  const { user } = show([open, run('2026-10-22', 'confirmed')]);
  const [first, second] = screen.getAllByRole('listitem');
  expect(first).toHaveTextContent('Thu, Oct 15, 8:00 AMTo Flores3 passengers');
  expect(second).toHaveTextContent('Confirmed');
  expect(within(second as HTMLElement).queryByRole('button', { name: /^Confirm/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Confirm: To Flores, Thu, Oct 15, 8:00 AM' }));
  expect(answerRun).toHaveBeenCalledWith(open, true);
  expect(await screen.findByText('Run confirmed')).toBeVisible();
});

it('asks before declining, and can take the run again', async () => {
  const open = run('2026-10-15', null);
  const declined = run('2026-10-22', 'declined');
  const { user } = show([open, declined]);
  await user.click(screen.getByRole('button', { name: /^Decline: / }));
  const question = await screen.findByRole('alertdialog');
  expect(question).toHaveTextContent('To Flores, Thu, Oct 15, 8:00 AM');
  await user.click(within(question).getByRole('button', { name: 'Decline run' }));
  await vi.waitFor(() => expect(answerRun).toHaveBeenCalledWith(open, false));
  vi.mocked(answerRun).mockRejectedValueOnce(new AppError('driver_busy', 'You already drive then'));
  await user.click(screen.getByRole('button', { name: /^Drive it after all: / }));
  expect(await screen.findByText('You already drive then')).toBeVisible();
});

it('says that there are no runs', () => {
  show([]);
  expect(screen.getByText('No runs in the next two weeks')).toBeVisible();
});
