import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { PassportRow } from './PassportRow';
import { removeBookingPassport } from './queries';

vi.mock('./queries', () => ({ removeBookingPassport: vi.fn() }));
const remove = vi.mocked(removeBookingPassport);
beforeEach(() => {
  remove.mockReset().mockResolvedValue();
});

const booking = { kind: 'experience', id: 'b1' } as const;

function show(props: Partial<Parameters<typeof PassportRow>[0]> = {}) {
  const onChanged = vi.fn(async () => undefined);
  const view = renderApp(
    <PassportRow
      booking={booking}
      title="Border walk"
      present
      removedBy={null}
      upcoming
      onChanged={onChanged}
      {...props}
    />,
  );
  return { onChanged, view };
}

const deleteButton = () => screen.queryByRole('button', { name: 'Delete photo of the passport: Border walk' });

it('deletes the photo after asking, and has the list read again', async () => {
  const { onChanged } = show();
  await userEvent.click(deleteButton() as HTMLElement);
  const cancel = await screen.findByRole('button', { name: 'Cancel' });
  await waitFor(() => expect(cancel).toHaveFocus());
  await userEvent.click(await screen.findByRole('button', { name: 'Delete photo' }));
  await waitFor(() => expect(onChanged).toHaveBeenCalledOnce());
  expect(remove).toHaveBeenCalledWith(booking);
});

it('says why the photo could not be deleted, and may be asked again', async () => {
  remove.mockRejectedValueOnce(new AppError('passport_in_use', 'You are just booking with this photo.'));
  const { onChanged } = show();
  await userEvent.click(deleteButton() as HTMLElement);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete photo' }));
  expect(await screen.findByText('You are just booking with this photo.')).toBeInTheDocument();
  expect(onChanged).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Delete photo' }));
  await waitFor(() => expect(onChanged).toHaveBeenCalledOnce());
});

it('leaves a photo of a trip that is over to the platform', () => {
  show({ upcoming: false });
  expect(screen.getByText(/Deleted 30 days after the trip/)).toBeInTheDocument();
  expect(deleteButton()).toBeNull();
});

it.each([
  ['owner', /You deleted your passport photo/],
  ['expiry', /was deleted after the trip/],
])('says that it is gone (%s)', (removedBy, text) => {
  show({ present: false, removedBy });
  expect(screen.getByText(text)).toBeInTheDocument();
  expect(deleteButton()).toBeNull();
});

it('is not there for a trip that needs no passport', () => {
  expect(show({ present: false }).view.container).toBeEmptyDOMElement();
});
