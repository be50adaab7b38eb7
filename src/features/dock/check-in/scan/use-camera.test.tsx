import { screen } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { afterEach, expect, it, vi } from 'vitest';
import ScanDialog from './ScanDialog';

vi.mock('@/lib/api/supabase', () => ({ database: async () => ({}) }));
vi.mock('./decode', () => ({ createDecoder: async () => async () => null }));
afterEach(() => vi.unstubAllGlobals());

/** Opens a phone with some cameras, and records its requests and the streams it released. */
function open(cameras: number) {
  const stopped: string[] = [];
  const getUserMedia = vi.fn(async ({ video }: { video: { facingMode: string } }) => {
    const track = { stop: () => stopped.push(video.facingMode), addEventListener: () => undefined };
    return { getTracks: () => [track], getVideoTracks: () => [track] };
  });
  const enumerateDevices = async () => Array.from({ length: cameras }, () => ({ kind: 'videoinput' }));
  vi.stubGlobal('navigator', { ...navigator, mediaDevices: { getUserMedia, enumerateDevices } });
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue(undefined);
  const view = renderApp(<ScanDialog onClose={() => undefined} />);
  return { ...view, stopped, asked: () => getUserMedia.mock.calls.map(([{ video }]) => video.facingMode) };
}

it('switches to the front camera and back, and releases each before the next', async () => {
  const { user, stopped, asked, unmount } = open(2);
  await user.click(await screen.findByRole('button', { name: 'Other camera' }));
  expect(asked()).toEqual(['environment', 'user']);
  expect(stopped).toEqual(['environment']);
  await user.click(await screen.findByRole('button', { name: 'Other camera' }));
  expect(asked()).toEqual(['environment', 'user', 'environment']);
  unmount();
  expect(stopped).toEqual(['environment', 'user', 'environment']);
});

it('has no button to switch on a device with one camera', async () => {
  const { asked } = open(1);
  await vi.waitFor(() => expect(screen.queryByText('Starting the camera…')).toBeNull());
  expect(asked()).toEqual(['environment']);
  expect(screen.queryByRole('button', { name: 'Other camera' })).toBeNull();
});
