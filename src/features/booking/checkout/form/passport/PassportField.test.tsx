import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { aBookingForm } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { beforeEach, expect, it, vi } from 'vitest';
import type { BookingForm } from '@/features/booking/checkout/form/booking-form';
import { AppError } from '@/lib/api/errors';
import { PassportField } from './PassportField';
import { removePassport, uploadPassport } from './queries';

vi.mock('./queries', () => ({ uploadPassport: vi.fn(), removePassport: vi.fn() }));
vi.mock('./prepare', () => ({ preparePassport: vi.fn(async (file: Blob) => file) }));

const STORED = { path: 'me/old.jpg', name: 'old.jpg', size: 1024 * 1024 };
const jpeg = (name: string) => new File([new Uint8Array([0xff, 0xd8, 0xff])], name, { type: 'image/jpeg' });
let upload: { done: (path: string) => void; fail: (error: Error) => void };

beforeEach(() => {
  vi.mocked(removePassport).mockReset().mockResolvedValue();
  vi.mocked(uploadPassport)
    .mockReset()
    .mockImplementation(
      ({ signal }) =>
        new Promise((done, fail) => {
          upload = { done, fail };
          signal.addEventListener('abort', () => fail(new DOMException('Aborted', 'AbortError')));
        }),
    );
});

function Form(values: Pick<BookingForm, 'passports' | 'numPeople'>) {
  const methods = useForm<BookingForm>({ defaultValues: aBookingForm(values) });
  const passports = useWatch({ control: methods.control, name: 'passports' });
  return (
    <FormProvider {...methods}>
      <PassportField userId="me" disabled={false} />
      <output>{passports.map(({ path }) => path).join(' ')}</output>
      <button type="button" onClick={() => methods.setValue('numPeople', 1)}>
        Alone
      </button>
    </FormProvider>
  );
}

type User = ReturnType<typeof renderApp>['user'];
const give = (user: User, file: File) =>
  user.upload(document.querySelector('input[type=file]') as HTMLInputElement, file);

async function choose(file: File, button: string, passports: BookingForm['passports'] = [STORED], numPeople = 1) {
  const { user } = renderApp(<Form passports={passports} numPeople={numPeople} />);
  await user.click(screen.getByRole('button', { name: button }));
  await give(user, file);
  return user;
}
const form = () => screen.getByRole('status');

it('replaces an image by a new one, and deletes it', async () => {
  await choose(jpeg('new.jpg'), 'Replace photo');
  expect(await screen.findByRole('progressbar', { name: 'Uploading' })).toBeVisible();
  expect(form()).toHaveTextContent('me/old.jpg');
  await act(async () => upload.done('me/new.jpg'));
  expect(form()).toHaveTextContent('me/new.jpg');
  expect(screen.getByText('new.jpg')).toBeVisible();
  expect(vi.mocked(removePassport).mock.calls).toEqual([['me/old.jpg']]);
});

it.each([
  ['is given up', (user: User) => user.click(screen.getByLabelText('Cancel upload'))],
  ['fails', () => act(async () => upload.fail(new AppError('network', 'Failed to upload passport image')))],
])('keeps the previous one when the upload %s', async (how, end) => {
  const user = await choose(jpeg('new.jpg'), 'Replace photo');
  await screen.findByRole('progressbar', { name: 'Uploading' });
  await end(user);
  await waitFor(() => expect(screen.getByText('old.jpg')).toBeVisible());
  expect(screen.queryByText('Failed to upload passport image') !== null).toBe(how === 'fails');
  expect(form()).toHaveTextContent('me/old.jpg');
  expect(removePassport).not.toHaveBeenCalled();
});

it('links to the login when the session has ended, and sends the same photo afterwards', async () => {
  const user = await choose(jpeg('new.jpg'), 'Choose photo', []);
  await screen.findByRole('progressbar');
  await act(async () => upload.fail(new AppError('session_expired', 'Your session has expired. Please log in again.')));
  expect(screen.getByText('Your session has expired. Please log in again.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Log in' })).toBeVisible();
  cleanup();
  renderApp(<Form passports={[]} numPeople={1} />);
  expect(screen.queryByRole('link', { name: 'Log in' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('progressbar');
  await act(async () => upload.done('me/new.jpg'));
  expect(form()).toHaveTextContent('me/new.jpg');
});

it('refuses a file that is no image, and keeps the button in place', async () => {
  await choose(new File(['<svg onload=x>'], 'passport.jpg', { type: 'image/jpeg' }), 'Choose photo', []);
  expect(await screen.findByText('Please select an image file (JPEG, PNG, etc.)')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Choose photo' })).toBeVisible();
  expect(uploadPassport).not.toHaveBeenCalled();
});

it('accepts one for each person, one after the other, and no more', async () => {
  const user = await choose(jpeg('first.jpg'), 'Choose photo', [], 2);
  await screen.findByRole('progressbar');
  await act(async () => upload.done('me/first.jpg'));
  expect(screen.getByText('Passport 2 of 2. You can add it now if you have it with you.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Choose photo' }));
  await give(user, jpeg('second.jpg'));
  await screen.findByRole('progressbar');
  await act(async () => upload.done('me/second.jpg'));
  expect(form()).toHaveTextContent('me/first.jpg me/second.jpg');
  expect(screen.queryByRole('button', { name: 'Choose photo' })).toBeNull();
  expect(removePassport).not.toHaveBeenCalled();

  await user.click(screen.getByRole('button', { name: 'Replace photo of passport 1' }));
  await give(user, jpeg('better.jpg'));
  await screen.findByRole('progressbar');
  await act(async () => upload.done('me/better.jpg'));
  expect(form()).toHaveTextContent('me/better.jpg me/second.jpg');
  expect(vi.mocked(removePassport).mock.calls).toEqual([['me/first.jpg']]);
});

it('shows a message next to the images when there are more than people', async () => {
  const two = [STORED, { ...STORED, path: 'me/two.jpg', name: 'two.jpg' }];
  const { user } = renderApp(<Form passports={two} numPeople={2} />);
  const note = "You've added more passport photos than people. Remove a photo or add people.";
  expect(screen.queryByText(note)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Alone' }));
  expect(screen.getByText(note)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Remove passport 1' }));
  expect(screen.queryByText(note)).toBeNull();
  expect(form()).toHaveTextContent('me/two.jpg');
  expect(vi.mocked(removePassport).mock.calls).toEqual([['me/old.jpg']]);
});
