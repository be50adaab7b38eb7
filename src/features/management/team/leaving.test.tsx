import { screen, within } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { Link } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { AddMemberForm } from './AddMemberForm';

vi.mock('./queries', () => ({ createMember: vi.fn(), sendInvite: vi.fn(), teamKeys: { all: ['team'] } }));

const onClose = vi.fn();
beforeEach(() => onClose.mockClear());

function Page() {
  return (
    <>
      <Link to="/bookings">Bookings</Link>
      <AddMemberForm memberRole="territory_staff" territoryId="rio" onClose={onClose} />
    </>
  );
}

function draw() {
  return renderApp(<Page />, { otherPages: { '/bookings': <p>All bookings</p> } }).user;
}

it('asks before leaving a half-filled account form', async () => {
  const user = draw();
  await user.type(screen.getByLabelText('Full Name'), 'Nina');
  await user.click(screen.getByRole('link', { name: 'Bookings' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
  expect(screen.getByLabelText('Full Name')).toHaveValue('Nina');
  await user.click(screen.getByRole('link', { name: 'Bookings' }));
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  expect(await screen.findByText('All bookings')).toBeInTheDocument();
});

it('closes an empty form with Cancel, and asks before it discards input', async () => {
  const user = draw();
  const cancel = screen.getByRole('button', { name: 'Cancel' });
  await user.click(cancel);
  expect(onClose).toHaveBeenCalledTimes(1);
  await user.type(screen.getByLabelText('Full Name'), 'Nina');
  await user.click(cancel);
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(screen.getByLabelText('Full Name')).toHaveValue('Nina');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  expect(onClose).toHaveBeenCalledTimes(2);
});
