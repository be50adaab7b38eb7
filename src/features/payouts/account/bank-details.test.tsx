import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fill } from '@tests/support/fill';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { signIn } from '@/features/account/queries';
import { AppError } from '@/lib/api/errors';
import { run } from '@/lib/api/run';
import { BankDetails } from './BankDetails';

vi.mock('@/features/account/queries', () => ({ signIn: vi.fn() }));
vi.mock('@/lib/api/run', () => ({ run: vi.fn() }));
const success = vi.hoisted(() => vi.fn());
vi.mock('@/ui/feedback/toast', () => ({ toast: { success } }));

const account = {
  holder: 'Marta Choc',
  kind: 'person',
  tax_number: '1234567-8',
  bank: 'Banco de Prueba',
  account_type: 'savings',
  currency_code: 'GTQ',
  account_number: '•••• 4821',
  updated_at: '2026-11-21T20:30:00Z',
};
const NUMBER = '3017004821';

/** What the database answers, and what it was sent. */
let answer: { may_have: boolean; account: typeof account | null } | Error;
let refusals: Error[];
let sent: { name: string; args: unknown }[];
beforeEach(() => {
  answer = { may_have: true, account: null };
  refusals = [];
  sent = [];
  sessionStorage.clear();
  success.mockReset();
  vi.mocked(signIn).mockReset().mockResolvedValue();
  vi.mocked(run).mockImplementation(async (ask) => {
    let called = { name: '', args: undefined as unknown };
    const builder: unknown = { abortSignal: () => builder };
    ask({
      rpc: (name: string, args: unknown) => {
        called = { name, args };
        return builder;
      },
    } as never);
    if (called.name !== 'my_payee_account') {
      sent.push(called);
      const refused = refusals.shift();
      if (refused) throw refused;
      return null as never;
    }
    if (answer instanceof Error) throw answer;
    return answer as never;
  });
});

const again = () =>
  new AppError('sign_in_again', "Please enter your password to confirm that it's you.", { status: 403 });
const open = () => renderApp(<BankDetails userId="me" email="marta@example.test" />);
const form = () => screen.findByRole('form', { name: 'Bank details' });
const field = (name: string | RegExp) => screen.getByLabelText(name);

async function fillIn(number = NUMBER) {
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Add bank details' }));
  await fill(user, field('Account holder'), 'Marta Choc');
  await user.selectOptions(field('The holder is'), 'A person');
  await fill(user, field(/^Tax number/), '1234567-8');
  await fill(user, field('Bank'), 'Banco de Prueba');
  await user.selectOptions(field('Type of account'), 'Savings account');
  await fill(user, field('Account number'), number);
  return user;
}
const press = (user: { click: (target: HTMLElement) => Promise<void> }) =>
  user.click(screen.getByRole('button', { name: 'Save bank details' }));
/** All that the browser keeps for this page. */
const kept = () => JSON.stringify({ ...sessionStorage, ...localStorage });

it('shows the stored details with the masked number', async () => {
  answer = { may_have: true, account };
  open();
  expect(await screen.findByText('•••• 4821')).toBeVisible();
  expect(screen.getByText('Marta Choc (A person)')).toBeVisible();
  expect(screen.getByText('Savings account, GTQ')).toBeVisible();
});

it('shows nothing to people who are never paid', async () => {
  answer = { may_have: false, account: null };
  const { container } = open();
  await waitFor(() => expect(container.querySelector('section')).toBeNull());
});

it('lets a former payee only delete the details', async () => {
  answer = { may_have: false, account };
  open();
  expect(await screen.findByRole('button', { name: 'Delete bank details' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Change bank details' })).toBeNull();
});

it('shows why the details could not be loaded, and tries again', async () => {
  answer = new AppError('forbidden', 'Failed to load data. Please try again later.', { status: 403 });
  const { user } = open();
  const retry = await screen.findByRole('button', { name: /try again/i });
  answer = { may_have: true, account };
  await user.click(retry);
  expect(await screen.findByText('•••• 4821')).toBeVisible();
});

it('saves the number in its stored form, and shows that the payee was told', async () => {
  open();
  const user = await fillIn(' 3017-004 821');
  answer = { may_have: true, account };
  await press(user);
  await waitFor(() => expect(success).toHaveBeenCalledWith("Bank details saved. We've emailed you about the change."));
  expect(sent).toEqual([
    {
      name: 'save_payee_account',
      args: {
        p_account: {
          holder: 'Marta Choc',
          kind: 'person',
          tax_number: '1234567-8',
          bank: 'Banco de Prueba',
          account_type: 'savings',
          currency_code: 'GTQ',
          account_number: NUMBER,
        },
      },
    },
  ]);
  expect(signIn).not.toHaveBeenCalled();
  expect(await screen.findByText('•••• 4821')).toBeVisible();
});

it('shows each problem beside its field before anything is sent', async () => {
  open();
  const user = await fillIn('GT82TRAJ01020000001210029691');
  await user.clear(field('Bank'));
  await press(user);
  expect(await screen.findAllByText('This IBAN has a typing error. Please check each character.')).not.toHaveLength(0);
  expect(field('Account number')).toBeInvalid();
  expect(field('Bank')).toBeInvalid();
  expect(sent).toEqual([]);
});

it('shows a refusal of the database beside the field that it names', async () => {
  refusals = [
    new AppError('iban_wrong', 'This IBAN has a typing error. Please check each character.', {
      status: 400,
      cause: { details: '{"field": "account_number"}' },
    }),
  ];
  open();
  const user = await fillIn();
  await press(user);
  await waitFor(() => expect(field('Account number')).toBeInvalid());
});

it('asks for the password in place after a long time, signs in with it and saves what was typed', async () => {
  refusals = [again()];
  open();
  const user = await fillIn();
  await press(user);
  const password = await screen.findByLabelText('Your password');
  expect(within(await form()).getByText("Please enter your password to confirm that it's you.")).toBeVisible();
  expect(field('Account number')).toHaveValue(NUMBER);
  await press(user);
  expect(signIn).not.toHaveBeenCalled();
  vi.mocked(signIn).mockRejectedValueOnce(new AppError('invalid_credentials', 'Incorrect email or password.'));
  await user.type(password, 'wrong');
  await press(user);
  expect(await screen.findAllByText('That password is wrong.')).not.toHaveLength(0);
  expect(sent).toHaveLength(1);
  await user.clear(password);
  await fill(user, password, 'territorio');
  await press(user);
  await waitFor(() => expect(success).toHaveBeenCalled());
  expect(vi.mocked(signIn).mock.lastCall?.[0]).toMatchObject({ email: 'marta@example.test', password: 'territorio' });
  expect(sent).toHaveLength(2);
  expect(sent[1]?.args).toMatchObject({ p_account: { account_number: NUMBER } });
  expect(JSON.stringify(sent)).not.toContain('territorio"');
});

it('keeps a draft over a reload, without the numbers and the password', async () => {
  refusals = [again()];
  const { unmount } = open();
  const user = await fillIn();
  await press(user);
  await user.type(await screen.findByLabelText('Your password'), 'territorio');
  expect(kept()).toContain('Banco de Prueba');
  for (const secret of [NUMBER, '1234567-8', 'territorio"']) expect(kept()).not.toContain(secret);
  unmount();
  open();
  expect(await form()).toBeVisible();
  expect(field('Bank')).toHaveValue('Banco de Prueba');
  expect(field('Account number')).toHaveValue('');
});

it('starts a change from the stored details, but with an empty number', async () => {
  answer = { may_have: true, account };
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Change bank details' }));
  expect(field('Account holder')).toHaveValue('Marta Choc');
  expect(field('Account number')).toHaveValue('');
  expect(screen.getByText("Enter the whole number, even if it's still •••• 4821.")).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByRole('button', { name: 'Change bank details' })).toBeVisible();
});

it('deletes the details after a question, with the password if it is needed', async () => {
  answer = { may_have: true, account };
  refusals = [again()];
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Delete bank details' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete your bank details?' });
  await user.click(within(dialog).getByRole('button', { name: 'Delete bank details' }));
  await user.type(await within(dialog).findByLabelText('Your password'), 'territorio');
  answer = { may_have: true, account: null };
  await user.click(within(dialog).getByRole('button', { name: 'Delete bank details' }));
  await waitFor(() => expect(success).toHaveBeenCalledWith("Bank details deleted. We've emailed you about it."));
  expect(sent.map(({ name }) => name)).toEqual(['delete_payee_account', 'delete_payee_account']);
  expect(await screen.findByRole('button', { name: 'Add bank details' })).toBeVisible();
});
