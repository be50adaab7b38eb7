// @vitest-environment node
import { expect, it, vi } from 'vitest';
import { collectPayees, payeesFile } from './payees-csv';
import type { ExportedPayee } from './queries';

const exportPayees = vi.hoisted(() => vi.fn<() => Promise<ExportedPayee[]>>());
vi.mock('./queries', () => ({ exportPayees }));

const marta: ExportedPayee = {
  party: 'operator',
  name: 'Marta Choc',
  is_person: true,
  own: false,
  holder: 'Turismo Choc, S.A.',
  kind: 'company',
  tax_number: '1234567-8',
  bank: 'Banco de Prueba',
  account_type: 'monetary',
  account_currency: 'GTQ',
  account_number: '0017004821',
  amount: 1280.8,
  currency_code: 'GTQ',
  bookings: 3,
  territory_name: 'Río Dulce',
  reference: 'RIO-20261014-6C104349-GTQ',
};
const none = {
  holder: null,
  kind: null,
  tax_number: null,
  bank: null,
  account_type: null,
  account_currency: null,
  account_number: null,
};

async function linesOf(...payees: ExportedPayee[]) {
  exportPayees.mockReset().mockResolvedValue(payees);
  const file = await collectPayees('rio', new AbortController().signal, () => undefined);
  return (await file.text()).trim().split('\r\n').slice(1);
}

it('has a line for each payee, with the whole number in groups', async () => {
  expect(await linesOf(marta)).toEqual([
    'Marta Choc,Operator,"Turismo Choc, S.A.",A company,1234567-8,Banco de Prueba,Checking account,GTQ,0017 0048 21,1280.80,GTQ,3,Río Dulce,RIO-20261014-6C104349-GTQ,',
  ]);
  expect(exportPayees).toHaveBeenCalledOnce();
});

it('says who has no bank details, whose share has no person, and which account has another currency', async () => {
  const [missing, service, dollars, own] = await linesOf(
    { ...marta, ...none },
    { ...marta, ...none, name: 'Shuttle', is_person: false },
    { ...marta, account_currency: 'USD' },
    { ...marta, party: 'partner', own: true },
  );
  expect(missing).toMatch(/,Operator,,,,,,,,1280\.80,.*,No bank details\. The payee can add them under My payouts\.$/);
  expect(service).toMatch(
    /^Shuttle,Operator,,,,,,,,1280\.80,.*No person to pay\. This share belongs to the service\.$/,
  );
  expect(dollars).toMatch(/"The account is in USD, the amount in GTQ\."$/);
  expect(own).toMatch(/another manager or an admin has to pay it\."$/);
});

it('runs nothing in a spreadsheet', async () => {
  const evil = '=HYPERLINK("https://evil.test")';
  const [line = ''] = await linesOf({ ...marta, name: evil, holder: evil, bank: '+1', tax_number: '-2+3' });
  expect(line.startsWith(`"'=HYPERLINK`)).toBe(true);
  expect(line).toContain(",'+1,");
  expect(line).toContain(",'-2+3,");
});

it('is named after the region and the day', () => {
  expect(payeesFile('rio-dulce', '2026-10-14')).toBe('to_pay_rio-dulce_2026-10-14.csv');
});
