import { screen } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { expect, it } from 'vitest';
import { toAppError } from '@/lib/api/to-app-error';
import { outcomeOfError, outcomeOfLink } from './outcome';
import { Result } from './results';

/** Shows a refusal as the screen derives it from the server's response. */
function showRefusal(hint: string, message = '') {
  const error = toAppError({ code: 'PT403', hint, message });
  show(outcomeOfError(error), error.message);
}

function show(outcome: Parameters<typeof Result>[0]['outcome'], message?: string) {
  renderApp(<Result outcome={outcome} message={message} from="/check-in/x" onRetry={() => undefined} />);
}

it.each([
  ['booking_not_found', 'Booking Not Found', 'This booking could not be found or has expired.'],
  ['invalid_check_in_code', 'Invalid check-in code', 'Ask the passenger to open the ticket in My Bookings'],
  ['check_in_forbidden', 'No permission', 'You do not have permission to check in passengers'],
  ['check_in_not_assigned', "This isn't one of your bookings", 'You are not assigned to this experience'],
  [
    'check_in_wrong_territory',
    "This isn't one of your bookings",
    'You do not have permission to check in passengers for this territory',
  ],
  ['own_booking', 'This is your own booking', 'Please ask a colleague to do this.'],
  ['booking_cancelled', 'Booking cancelled', 'Do not let anyone board with this ticket.'],
])('shows %s as the screen "%s"', (hint, title, text) => {
  showRefusal(hint);
  expect(screen.getByRole('heading', { name: title })).toBeInTheDocument();
  expect(screen.getByText(text, { exact: false })).toBeInTheDocument();
});

it('shows the time in a refusal because of the time', () => {
  showRefusal('check_in_too_early', 'You can check in from 5:00 AM on Mon, Nov 23');
  expect(screen.getByRole('heading', { name: 'Not now' })).toBeInTheDocument();
  expect(screen.getByText('You can check in from 5:00 AM on Mon, Nov 23')).toBeInTheDocument();
});

it('refuses an address without an id as an invalid link', () => {
  show(outcomeOfLink('') ?? 'failed');
  expect(screen.getByRole('heading', { name: 'Invalid check-in link' })).toBeInTheDocument();
});

it.each([['forbidden'], ['invalid_link']] as const)(
  '%s leads people who scan nothing to their start page',
  (outcome) => {
    show(outcome);
    expect(screen.getByRole('link', { name: /^(My Bookings|Go to Home Page)$/ })).toBeInTheDocument();
  },
);

it('offers a retry after a failure', () => {
  show('failed', 'Failed to load booking');
  expect(screen.getByRole('heading', { name: 'Failed to load booking' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
});
