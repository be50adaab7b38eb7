import { act, screen, waitFor } from '@testing-library/react';
import { aBookingForm } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { beforeEach, expect, it, vi } from 'vitest';
import type { BookingForm } from '@/features/booking/checkout/form/booking-form';
import { AppError } from '@/lib/api/errors';
import { PassportField } from './PassportField';
import { previewPassport, removePassport, uploadPassport } from './queries';

vi.mock('./queries', () => ({ uploadPassport: vi.fn(), removePassport: vi.fn(), previewPassport: vi.fn() }));
vi.mock('./prepare', () => ({ preparePassport: vi.fn(async (file: Blob) => file) }));

const STORED = { path: 'me/old.jpg', name: 'old.jpg', size: 1024 * 1024 };
const jpeg = (name: string) => new File([new Uint8Array([0xff, 0xd8, 0xff])], name, { type: 'image/jpeg' });
/** The upload that is on its way. */
let upload: { done: (path: string) => void; fail: (error: Error) => void };

beforeEach(() => {
  vi.mocked(removePassport).mockReset().mockResolvedValue();
  // What shows the picture is not what is looked at here: its name stands for it.
  vi.mocked(previewPassport).mockReset().mockRejectedValue(new AppError('network', 'No network'));
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

function Form({ passport }: Pick<BookingForm, 'passport'>) {
  const methods = useForm<BookingForm>({ defaultValues: aBookingForm({ passport }) });
  const { path } = useWatch({ control: methods.control, name: 'passport' }) ?? {};
  return (
    <FormProvider {...methods}>
      <PassportField userId="me" disabled={false} />
      <output>{path ?? 'none'}</output>
    </FormProvider>
  );
}

async function choose(file: File, passport: BookingForm['passport'] = STORED) {
  const { user } = renderApp(<Form passport={passport} />);
  await user.upload(document.querySelector('input[type=file]') as HTMLInputElement, file);
  return user;
}
const form = () => screen.getByRole('status');

it('a new image takes the place of the one before, which is taken away', async () => {
  await choose(jpeg('new.jpg'));
  expect(await screen.findByRole('progressbar', { name: 'Uploading' })).toBeVisible();
  expect(form()).toHaveTextContent('me/old.jpg');
  await act(async () => upload.done('me/new.jpg'));
  expect(form()).toHaveTextContent('me/new.jpg');
  expect(screen.getByText('new.jpg')).toBeVisible();
  expect(vi.mocked(removePassport).mock.calls).toEqual([['me/old.jpg']]);
});

it.each([
  ['is given up', (user: Awaited<ReturnType<typeof choose>>) => user.click(screen.getByLabelText('Cancel the upload'))],
  ['fails', () => act(async () => upload.fail(new AppError('network', 'Failed to upload passport image')))],
])('the one before stays when the upload %s', async (how, end) => {
  const user = await choose(jpeg('new.jpg'));
  await screen.findByRole('progressbar', { name: 'Uploading' });
  await end(user);
  await waitFor(() => expect(screen.getByText('old.jpg')).toBeVisible());
  expect(screen.queryByText('Failed to upload passport image') !== null).toBe(how === 'fails');
  expect(form()).toHaveTextContent('me/old.jpg');
  expect(removePassport).not.toHaveBeenCalled();
});

it('a file that is no image is not taken, and leaves the button where it was', async () => {
  await choose(new File(['<svg onload=x>'], 'passport.jpg', { type: 'image/jpeg' }), null);
  expect(await screen.findByText('Please select an image file (JPEG, PNG, etc.)')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Choose photo' })).toBeVisible();
  expect(uploadPassport).not.toHaveBeenCalled();
});
