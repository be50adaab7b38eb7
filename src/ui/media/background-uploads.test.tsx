import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import type { PutOptions } from '@/lib/upload/upload-list';
import { useEntityMedia } from '@/lib/upload/use-entity-media';
import { MediaField } from './MediaField.tsx';

const server = vi.hoisted(() => ({
  put: vi.fn<(upload: PutOptions) => Promise<string>>(),
  drop: vi.fn(async () => undefined),
  signOut: (): void => undefined,
}));
vi.mock('@/lib/upload/media-bucket', () => ({ dropMedia: server.drop, putMediaIn: () => server.put }));
// jsdom's Blob can only be read with a FileReader.
vi.mock('@/lib/upload/check', async (original) => ({
  ...(await original<object>()),
  checkMedia: async () => ({ type: 'image', contentType: 'image/jpeg', extension: 'jpg' }),
}));
vi.mock('@/lib/api/auth', () => ({
  onAuthChange: (listener: (event: string) => void) => {
    server.signOut = () => listener('SIGNED_OUT');
  },
}));

const ADDRESS = '/storage/v1/object/public/media/territory-media/new.webp#v=2';
/** The running upload, which the test completes or fails. */
let upload: { done: (address: string) => void; fail: (error: Error) => void; signal: AbortSignal };

beforeEach(() => {
  server.drop.mockClear();
  server.put.mockReset().mockImplementation(
    ({ signal }) =>
      new Promise((done, fail) => {
        upload = { done, fail, signal };
      }),
  );
});

function Form() {
  const media = useEntityMedia({ folder: 'territory-media', draft: 'rio', images: ['/art/a.svg'], videos: [] });
  return (
    <>
      <MediaField id="media" label="Photos" uploads={media} error={undefined} />
      <p>{media.changed ? 'Changed' : 'As it was'}</p>
      <button type="button" onClick={media.discard}>
        Give up
      </button>
    </>
  );
}

const show = () => renderApp(<Form />);

async function startUpload() {
  const user = userEvent.setup();
  const file = new File(['x'], 'boat.jpg', { type: 'image/jpeg' });
  await user.upload(document.querySelector('input[type=file]') as HTMLInputElement, file);
  await vi.waitFor(() => expect(server.put).toHaveBeenCalled());
  return user;
}
const closesTab = () => {
  const event = new Event('beforeunload', { cancelable: true });
  dispatchEvent(event);
  return !event.defaultPrevented;
};

/** Starts an upload and leaves the page. */
async function leaveWhileUploading() {
  const { unmount } = show();
  await startUpload();
  unmount();
}

it('continues an upload while another tab is shown', async () => {
  await leaveWhileUploading();
  expect(upload.signal.aborted).toBe(false);
  expect(closesTab()).toBe(false);
  await act(async () => upload.done(ADDRESS));
  expect(closesTab()).toBe(true);
  show();
  expect(screen.getByText('Changed')).toBeInTheDocument();
  expect(screen.getByText('Upload successful!')).toBeInTheDocument();
  // Simulates a reload, after which the page knows only what is stored.
  cleanup();
  vi.resetModules();
  show();
  expect(screen.getByText('Upload successful!')).toBeInTheDocument();
});

it('shows one that is still uploading again with its progress', async () => {
  await leaveWhileUploading();
  act(() => server.put.mock.calls[0]?.[0].onProgress(0.4));
  show();
  expect(screen.getByRole('progressbar')).toHaveAttribute('value', '40');
  await act(async () => upload.done(ADDRESS));
  expect(screen.getByText('Upload successful!')).toBeInTheDocument();
});

it('lets a failed upload be retried', async () => {
  await leaveWhileUploading();
  await act(async () => upload.fail(new Error('offline')));
  show();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again boat.jpg' }));
  await vi.waitFor(() => expect(server.put).toHaveBeenCalledTimes(2));
  await act(async () => upload.done(ADDRESS));
  expect(await screen.findByText('Upload successful!')).toBeInTheDocument();
});

it('links to the login when the session has ended, and keeps the file for afterwards', async () => {
  const { unmount } = show();
  const user = await startUpload();
  await act(async () => upload.fail(new AppError('session_expired', 'Your session has expired. Please log in again.')));
  expect(screen.getByRole('alert')).toHaveTextContent('Your session has expired. Please log in again.');
  expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login');
  unmount();
  show();
  expect(screen.queryByRole('link', { name: 'Log in' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Try again boat.jpg' }));
  await vi.waitFor(() => expect(server.put).toHaveBeenCalledTimes(2));
});

it('stops it when the form is discarded, and leaves nothing behind', async () => {
  const { unmount } = show();
  const user = await startUpload();
  await user.click(screen.getByRole('button', { name: 'Give up' }));
  expect(upload.signal.aborted).toBe(true);
  unmount();
  await act(async () => upload.done(ADDRESS));
  expect(server.drop).toHaveBeenCalledWith(ADDRESS);
  show();
  expect(screen.getByText('As it was')).toBeInTheDocument();
});

it('hides uploads from the next person who signs in', async () => {
  await leaveWhileUploading();
  server.signOut();
  expect(upload.signal.aborted).toBe(true);
  await act(async () => upload.done(ADDRESS));
  show();
  expect(screen.getByText('As it was')).toBeInTheDocument();
});
