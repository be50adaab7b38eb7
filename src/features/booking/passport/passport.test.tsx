import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { PassportRow } from './PassportRow';
import { removeBookingPassport, showBookingPassports } from './queries';
import { ViewPassports } from './ViewPassports';

vi.mock('./queries', () => ({ removeBookingPassport: vi.fn(), showBookingPassports: vi.fn() }));
const remove = vi.mocked(removeBookingPassport);
beforeEach(() => {
  remove.mockReset().mockResolvedValue();
});

function show(props: Partial<Parameters<typeof PassportRow>[0]> = {}) {
  const onChanged = vi.fn(async () => undefined);
  const view = renderApp(
    <PassportRow
      bookingId="b1"
      title="Border walk"
      places={[1]}
      people={1}
      removedBy={null}
      closed={false}
      upcoming
      onChanged={onChanged}
      {...props}
    />,
  );
  return { onChanged, view };
}

const deleteButton = () => screen.queryByRole('button', { name: 'Delete photo of the passport: Border walk' });

it('deletes the photo after a question, and reloads the list', async () => {
  const { onChanged } = show();
  await userEvent.click(deleteButton() as HTMLElement);
  const cancel = await screen.findByRole('button', { name: 'Cancel' });
  await waitFor(() => expect(cancel).toHaveFocus());
  await userEvent.click(await screen.findByRole('button', { name: 'Delete photo' }));
  await waitFor(() => expect(onChanged).toHaveBeenCalledOnce());
  expect(remove).toHaveBeenCalledWith('b1', 1);
});

it('shows why the photo could not be deleted, and can be retried', async () => {
  remove.mockRejectedValueOnce(new AppError('passport_in_use', "You're already booking with this photo."));
  const { onChanged } = show();
  await userEvent.click(deleteButton() as HTMLElement);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete photo' }));
  expect(await screen.findByText("You're already booking with this photo.")).toBeInTheDocument();
  expect(onChanged).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Delete photo' }));
  await waitFor(() => expect(onChanged).toHaveBeenCalledOnce());
});

it('stays closed after an undone cancellation, until its owner shows it again', async () => {
  const { onChanged } = show({ closed: true });
  expect(screen.getByText(/only you can see the photo until you show it again/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Show it to the team again' }));
  await waitFor(() => expect(onChanged).toHaveBeenCalledOnce());
  expect(showBookingPassports).toHaveBeenCalledWith('b1');
});

it('leaves a photo of a past trip to the platform', () => {
  show({ upcoming: false });
  expect(screen.getByText(/Deleted 30 days after the trip/)).toBeInTheDocument();
  expect(deleteButton()).toBeNull();
});

it.each([
  ['owner', /You deleted your passport photo/],
  ['expiry', /was deleted after the trip/],
])('reports that it is deleted (%s)', (removedBy, text) => {
  show({ places: [], removedBy });
  expect(screen.getByText(text)).toBeInTheDocument();
  expect(deleteButton()).toBeNull();
});

it('is hidden for a trip that needs no passport', () => {
  expect(show({ places: [] }).view.container).toBeEmptyDOMElement();
});

it('counts the photos of a party, and deletes the selected one', async () => {
  show({ places: [1, 3], people: 3 });
  expect(screen.getByText('2 passport photos stored. Deleted 30 days after the trip.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'View passport 1' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Delete photo of passport 3: Border walk' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete photo' }));
  await waitFor(() => expect(remove).toHaveBeenCalledWith('b1', 3));
});

it('shows those who run the trip how many there are, and opens each', () => {
  renderApp(<ViewPassports bookingId="b1" places={[1, 3]} people={3} />);
  expect(screen.getByText('2 of 3 passports')).toBeInTheDocument();
  const names = screen.getAllByRole('button').map((button) => button.textContent);
  expect(names).toEqual(['View passport 1', 'View passport 3']);
});
