import { screen } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { afterEach, expect, it, vi } from 'vitest';
import ScanDialog from './ScanDialog';

vi.mock('@/lib/api/supabase', () => ({ database: async () => ({}) }));
afterEach(() => vi.unstubAllGlobals());

const HOLD = "Hold the guest's QR code in front of the camera.";
function open(getUserMedia: () => Promise<unknown>) {
  vi.stubGlobal('navigator', { ...navigator, mediaDevices: { getUserMedia } });
  renderApp(<ScanDialog onClose={() => undefined} />);
}

it('asks for the code before the camera', () => {
  open(() => new Promise(() => undefined));
  expect(screen.getByText(HOLD)).toBeVisible();
});

it('asks only for the typed code without a camera', async () => {
  open(async () => Promise.reject(new DOMException('No camera', 'NotFoundError')));
  expect(await screen.findByText('This device has no camera. Enter the code instead.')).toBeVisible();
  expect(screen.queryByText(HOLD)).not.toBeInTheDocument();
});
