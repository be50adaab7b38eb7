import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fill } from '@tests/support/fill';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { FileRefused } from '@/lib/upload/check';
import * as photo from './photo';
import { Rating } from './Rating';
import ReviewDialog from './ReviewDialog';
import { Stars } from './Stars';
import * as queries from './write/queries';

vi.mock('@/lib/api/supabase', () => ({ database: async () => ({}) }));
// Role queries search the whole page, even behind a modal, which is slow on a busy machine.
vi.setConfig({ testTimeout: 20_000 });

const create = vi.fn<typeof queries.createReview>();
beforeEach(() => {
  create.mockReset().mockResolvedValue();
  vi.spyOn(queries, 'createReview').mockImplementation(create);
});

function show() {
  const onSaved = vi.fn(async () => undefined);
  const onClose = vi.fn();
  const dialog = (
    <ReviewDialog
      of={{ bookingId: 'b1' }}
      serviceId="e1"
      title="Hot Waterfall"
      userId="u1"
      onSaved={onSaved}
      onClose={onClose}
    />
  );
  return { onSaved, onClose, ...renderApp(dialog) };
}
const publish = () => userEvent.click(screen.getByRole('button', { name: 'Publish review' }));

describe('writing a review', () => {
  it('requires a rating, which the arrow keys select', async () => {
    const { onClose } = show();
    await publish();
    expect(screen.getByText('Please choose a rating from 1 to 5')).toBeVisible();
    expect(create).not.toHaveBeenCalled();
    screen.getByRole('radio', { name: '1 star, Bad' }).focus();
    await userEvent.keyboard(' {ArrowRight}{ArrowRight}');
    expect(screen.getByRole('radio', { name: '3 stars, All right' })).toBeChecked();
    await userEvent.type(screen.getByLabelText(/Your review/), 'Warm');
    await publish();
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(create).toHaveBeenCalledWith(
      expect.objectContaining({ bookingId: 'b1', rating: 3, text: 'Warm', photos: [] }),
    );
  });

  it('loses nothing when sending fails and the page is reloaded', async () => {
    create.mockRejectedValueOnce(new AppError('network', 'Failed to save your review. Please try again.'));
    const { unmount, onSaved } = show();
    await userEvent.click(screen.getByRole('radio', { name: /^5 stars/ }));
    await fill(userEvent, screen.getByLabelText(/Your review/), 'Bring shoes');
    await publish();
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to save your review');
    unmount();
    show();
    expect(screen.getByRole('radio', { name: /^5 stars/ })).toBeChecked();
    expect(screen.getByLabelText(/Your review/)).toHaveValue('Bring shoes');
    expect(onSaved).not.toHaveBeenCalled();
  });

  it('counts as done when an earlier attempt had arrived', async () => {
    create.mockRejectedValueOnce(new AppError('already_reviewed', "You've already reviewed this booking"));
    const { onSaved, onClose } = show();
    await userEvent.click(screen.getByRole('radio', { name: /^2 stars/ }));
    await publish();
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(onSaved).toHaveBeenCalledOnce();
  });

  it('explains why a photo was refused, and drops it', async () => {
    vi.spyOn(photo, 'preparePhoto').mockRejectedValue(new FileRefused("This browser can't read this photo."));
    show();
    const input = document.querySelector('input[type=file]');
    if (!(input instanceof HTMLInputElement)) throw new Error('no file field');
    await userEvent.upload(input, new File([new Uint8Array([0xff, 0xd8, 0xff])], 'photo.jpg', { type: 'image/jpeg' }));
    expect(await screen.findByRole('alert')).toHaveTextContent("can't read this photo");
    await userEvent.click(screen.getByRole('button', { name: 'Remove photo.jpg' }));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

it.each([
  [4000, 3000, 2000, 1500],
  [3000, 4000, 1500, 2000],
  [800, 600, 800, 600],
  [10_000, 1, 2000, 1],
])('keeps a photo of %i × %i as %i × %i', (width, height, w, h) =>
  expect(photo.fitWithin(width, height)).toEqual({ width: w, height: h }),
);

it.each([
  [4.25, '11110.5'],
  [4.2, '11110'],
  [4.8, '11111'],
  [0, '00000'],
])('shows %s in halves of stars', (rating, fills) => {
  renderApp(<Stars rating={rating} />);
  const stars = screen.getByRole('img', { name: `${rating} out of 5` });
  expect([...stars.children].map((star) => star.getAttribute('data-fill')).join('')).toBe(fills);
});

it('shows the average and the count on a card, and nothing without reviews', () => {
  const { container, rerender } = renderApp(<Rating average={4.25} count={8} />);
  expect(screen.getByText('Rated 4.3 of 5')).toBeInTheDocument();
  expect(screen.getByText('8 reviews')).toBeInTheDocument();
  rerender(<Rating average={null} count={0} />);
  expect(container).toBeEmptyDOMElement();
});
