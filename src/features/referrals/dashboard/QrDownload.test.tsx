import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aReferralLink } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { saveFile } from '@/lib/format/csv';
import QrDownload from './QrDownload';

vi.mock('@/lib/format/csv', () => ({ saveFile: vi.fn() }));

const link = aReferralLink({ code: 'HOTEL1' });
const show = () => renderApp(<QrDownload link={link} onClose={() => undefined} />);

beforeEach(() => {
  // jsdom has no canvas, so a browser journey reads the drawn code.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
});

it('saves the drawing under the code', async () => {
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Download SVG' }));
  const [file, name] = vi.mocked(saveFile).mock.calls[0] ?? [];
  expect(name).toBe('territorio-HOTEL1.svg');
  expect(file?.type).toBe('image/svg+xml');
});

it('reports a picture that the browser refuses, and can be retried', async () => {
  const toBlob = vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementationOnce((done) => done(null));
  toBlob.mockImplementation((done) => done(new Blob(['x'], { type: 'image/png' })));
  vi.mocked(console.error).mockImplementation(() => undefined);
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Download PNG' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to create the QR code. Please try again.');
  await userEvent.click(screen.getByRole('button', { name: 'Download PNG' }));
  await vi.waitFor(() => expect(saveFile).toHaveBeenLastCalledWith(expect.any(Blob), 'territorio-HOTEL1.png'));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});
