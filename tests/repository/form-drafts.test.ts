// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/**
 * Forms without a draft, and why. Secrets: passwords, one-time codes, ticket codes. Money: an amount or bank
 * reference typed for one payment must not reappear for another. One choice: nothing to lose.
 */
const WITHOUT_DRAFT = {
  'src/features/account/deletion/DeleteDialog.tsx': 'secret',
  'src/features/account/sign-in/CodeForm.tsx': 'secret',
  'src/features/account/sign-in/NewPasswordForm.tsx': 'secret',
  'src/features/account/sign-in/ProveAccount.tsx': 'secret',
  'src/features/payouts/account/DeleteBankDetails.tsx': 'secret',
  'src/features/dock/check-in/AskForCode.tsx': 'secret',
  'src/features/dock/check-in/scan/TicketForm.tsx': 'secret',
  'src/features/management/bookings/booking/RefundDialog.tsx': 'money',
  'src/features/management/bookings/territory/MoveTicked.tsx': 'the selected bookings',
  'src/features/management/finances/payouts/PayBar.tsx': 'money',
  'src/features/departures/guide/DateDialog.tsx': 'one choice',
  'src/features/management/shuttle/plan/DriversDialog.tsx': 'one choice',
};

it('every form keeps its draft over a reload, or is listed with its reason', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((file) => `src/${file}`)
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
  const forms = files.filter((file) => /\buseForm\(\{/.test(readFileSync(file, 'utf8')));
  expect(forms.length).toBeGreaterThan(40);
  const without = forms.filter((file) => !/^\s+draft(:|,)|, draft:/m.test(readFileSync(file, 'utf8')));
  expect(without.sort()).toEqual(Object.keys(WITHOUT_DRAFT).sort());
});
