import { screen } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { run } from '@/lib/api/run';
import { activateLanguage } from '@/lib/i18n/i18n';
import { languageOf, SOURCE } from '@/lib/i18n/languages';
import { MyPayouts } from './MyPayouts';
import { getLines } from './queries';

vi.mock('@/lib/api/run', () => ({ run: vi.fn() }));

let answers: Record<string, unknown>;
beforeEach(() => {
  vi.mocked(run).mockImplementation(async (ask) => {
    let asked = '';
    const builder: unknown = { abortSignal: () => builder };
    const rpc = (name: string) => {
      asked = name;
      return builder;
    };
    ask({ rpc } as never);
    return answers[asked] as never;
  });
});
afterEach(async () => {
  await activateLanguage(SOURCE);
});

const payout = {
  id: 'p1',
  number: 'P-20261014-AB12CD34',
  territory_id: 'rio',
  territory_name: 'Lake',
  party: 'operator',
  payee_name: 'Marta Choc',
  payee_names: null,
  currency_code: 'GTQ',
  currency_symbol: 'Q',
  amount: 140.4,
  lines: 1,
  paid_on: '2026-10-14',
  reference: 'Transfer BI 88213',
  reverses: null,
  reason: null,
  created_at: '2026-10-14T12:00:00Z',
  created_by_name: 'Nery',
  standing: 140.4,
  reversed_at: null,
  reversal_reason: null,
  payee_is_person: true,
};
const total = { currency_code: 'GTQ', currency_symbol: 'Q', due: 1, ahead: 2, held: 0, paid: 3 };

it('names the paying territories in the language of the page, and reports which nobody has translated', async () => {
  await activateLanguage(languageOf('es') ?? SOURCE);
  answers = {
    my_payouts: [{ ...payout, territory_names: { en: 'Lake', es: 'Lago' } }],
    my_month_statements: [],
    my_payee_account: { may_have: true, account: null },
    my_payout_totals: [{ ...total, territory_id: 'rio', territory_name: 'River', territory_names: { en: 'River' } }],
  };
  renderApp(<MyPayouts userId="me" email="marta@example.test" />);
  expect(await screen.findByText('Lago')).not.toHaveAttribute('lang');
  expect(await screen.findByRole('heading', { name: 'River' })).toHaveAttribute('lang', 'en');
});

it('names the trips of a statement and of its file in the language of the page', async () => {
  await activateLanguage(languageOf('es') ?? SOURCE);
  answers = { payout_statement_lines: [{ id: 1, title: 'Lake walk', titles: { en: 'Lake walk', es: 'Caminata' } }] };
  const { rows } = await getLines('p1', null, 10, new AbortController().signal);
  expect(rows).toEqual([{ id: 1, title: 'Caminata' }]);
});
