import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '@tests/support/render-app';
import { expect, it, vi } from 'vitest';
import { parseImage } from '@/lib/media/media';
import { MediaGallery, type Medium } from './MediaGallery.tsx';

const image = (name: string): Medium => ({ kind: 'image', picture: parseImage(`/${name}.webp`) });
const video: Medium = { kind: 'video', src: '/boat.mp4' };

function show(media: Medium[]) {
  const { container } = renderApp(<MediaGallery media={media} label="Photos of Lago" />);
  const shown = () => [...container.querySelectorAll('li')].findIndex((slide) => !slide.hasAttribute('inert'));
  return { user: userEvent.setup(), shown, container };
}
const turn = (name: 'Previous' | 'Next') => screen.getByRole('button', { name });

it('counts, and continues around the end and the beginning, by button and by arrow key', async () => {
  const { user, shown } = show([image('a'), image('b'), video]);
  expect(screen.getByText('1 / 3')).toBeInTheDocument();
  await user.click(turn('Previous'));
  expect(screen.getByText('3 / 3')).toBeInTheDocument();
  expect(shown()).toBe(2);
  await user.click(turn('Next'));
  expect(screen.getByText('1 / 3')).toBeInTheDocument();
  await user.keyboard('{ArrowRight}');
  expect(screen.getByText('2 / 3')).toBeInTheDocument();
  expect(shown()).toBe(1);
});

it('has no button to continue with one picture', () => {
  show([image('a')]);
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByText(/\//)).toBeNull();
});

it('shows a picture twice that is listed twice', () => {
  expect(show([image('a'), image('a'), image('b')]).container.querySelectorAll('li')).toHaveLength(3);
});

it('stops a video when another one is shown', async () => {
  const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => undefined);
  const { user, container } = show([video, image('a')]);
  const film = container.querySelector('video');
  Object.defineProperty(film, 'paused', { value: false });
  expect(pause).not.toHaveBeenCalled();
  await user.click(turn('Next'));
  expect(pause).toHaveBeenCalledOnce();
});
