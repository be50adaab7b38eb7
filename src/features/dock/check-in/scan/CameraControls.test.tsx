import { screen } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { expect, it, vi } from 'vitest';
import { CameraControls } from './CameraControls';

const camera = (can: object) => {
  const applyConstraints = vi.fn().mockResolvedValue(undefined);
  return { getCapabilities: () => can, applyConstraints } as unknown as MediaStreamTrack & {
    applyConstraints: typeof applyConstraints;
  };
};

it('has light and zoom if the camera supports them', async () => {
  const track = camera({ torch: true, zoom: { min: 1, max: 8 } });
  const { user } = renderApp(<CameraControls track={track} />);
  await user.click(screen.getByRole('button', { name: 'Light' }));
  await user.click(screen.getByRole('button', { name: 'Zoom in' }));
  await user.click(screen.getByRole('button', { name: 'Zoom out' }));
  expect(track.applyConstraints.mock.calls).toEqual([
    [{ advanced: [{ torch: true }] }],
    [{ advanced: [{ zoom: 2 }] }],
    [{ advanced: [{ zoom: 1 }] }],
  ]);
});

it('shows nothing if it is not supported', () => {
  renderApp(<CameraControls track={camera({})} />);
  expect(screen.queryByRole('button')).toBeNull();
});

it('turns to the other camera', async () => {
  const onTurn = vi.fn();
  const { user } = renderApp(<CameraControls track={camera({})} onTurn={onTurn} />);
  await user.click(screen.getByRole('button', { name: 'Other camera' }));
  expect(onTurn).toHaveBeenCalledOnce();
});
