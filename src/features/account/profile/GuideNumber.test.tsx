import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aProfile } from '@tests/support/factories';
import { fill } from '@tests/support/fill';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
// The app loads this input lazily. Importing it here makes it available at once.
import '@/ui/form/PhoneInput';
import { AppError } from '@/lib/api/errors';
import { saveGuideNumber } from './edit/queries';
import { GuideNumber } from './GuideNumber';

const getNumber = vi.hoisted(() => vi.fn());
vi.mock('./edit/queries', () => ({
  saveGuideNumber: vi.fn(),
  guideNumberQuery: () => ({ queryKey: ['profile', 'guide-number'], queryFn: getNumber }),
}));
const success = vi.hoisted(() => vi.fn());
vi.mock('@/ui/feedback/toast', () => ({ toast: { success } }));

const guide = aProfile({ roles: ['tourist', 'tour_guide'] });
/** Waits for the library's input. It replaces the plain one, and text typed into that would be lost. */
async function field() {
  await screen.findByRole('combobox', { name: 'Country of the phone number' });
  return screen.getByRole('textbox', { name: /^WhatsApp for your guests/ });
}

function show(profile = guide) {
  renderApp(<GuideNumber profile={profile} />);
  return userEvent.setup();
}

beforeEach(() => {
  sessionStorage.clear();
  success.mockReset();
  getNumber.mockReset().mockResolvedValue(null);
  vi.mocked(saveGuideNumber).mockReset().mockResolvedValue();
});

it('renders nothing for people who are not guides', () => {
  show(aProfile());
  expect(screen.queryByText('For your guests')).not.toBeInTheDocument();
  expect(getNumber).not.toHaveBeenCalled();
});

it('shows who sees the number and for how long, and saves a pasted one', async () => {
  const user = show();
  expect(await screen.findByText(/until 12 hours after the trip/)).toBeVisible();
  await user.click(await field());
  await user.paste('+49 170 1234567');
  await user.click(screen.getByRole('button', { name: 'Save number' }));
  await vi.waitFor(() => expect(success).toHaveBeenCalledWith('Your guests can now see your number'));
  expect(vi.mocked(saveGuideNumber).mock.calls[0]?.[0]).toBe('+491701234567');
});

it('deletes the number', async () => {
  getNumber.mockResolvedValue('+50255123480');
  const user = show();
  await user.clear(await field());
  await user.click(screen.getByRole('button', { name: 'Save number' }));
  await vi.waitFor(() => expect(success).toHaveBeenCalledWith('Your guests no longer see a number'));
  expect(vi.mocked(saveGuideNumber).mock.calls[0]?.[0]).toBe('');
});

it("refuses an incomplete number, and shows the server's refusals", async () => {
  const user = show();
  await user.type(await field(), '12');
  await user.click(screen.getByRole('button', { name: 'Save number' }));
  expect(await screen.findByText('Please enter a valid WhatsApp number')).toBeVisible();
  expect(await field()).toHaveFocus();
  expect(saveGuideNumber).not.toHaveBeenCalled();
  vi.mocked(saveGuideNumber).mockRejectedValue(new AppError('rate_limited', 'Please wait a minute'));
  await fill(user, await field(), '345678');
  await user.click(screen.getByRole('button', { name: 'Save number' }));
  expect(await screen.findByText('Please wait a minute')).toBeVisible();
});
