// @vitest-environment node
import { i18n } from '@lingui/core';
import { aTerritoryBooking } from '@tests/support/factories';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { csvLine } from '@/lib/format/csv';
import { amountOf, refundSchema } from './booking/schema';
import { moneyColumns } from './columns';
import { adminCsvColumns, financesCsvColumns, financesFileName, territoryCsvColumns, territoryFileName } from './csv';
import { symbolOf, type TerritoryCurrency, territoryCurrency } from './money';
import type { TerritoryBooking } from './queries';

const row = aTerritoryBooking({ title: '=Castle, "hot" waterfall' });

const parsed = (columns: typeof territoryCsvColumns, one: TerritoryBooking) => {
  const text =
    csvLine(columns.map((column) => i18n._(column.header))) + csvLine(columns.map((column) => column.value(one)));
  return Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data[0];
};

describe('the files', () => {
  it('have their columns in order in Territory Bookings', () => {
    expect(territoryCsvColumns.map((column) => i18n._(column.header)).join(', ')).toBe(
      'Date, Type, Service, Service Details, Customer Name, Customer Email, Number of People, Booking Type, Total Price, Status, Partner Name, Commission Amount, Commission Status, Currency, Refunded, Hotel, Booking Number, Departure Time, Phone, Payment Method, Paid On, Refunded On, Stripe Payment, Stripe Charge, Stripe Payout, Not Collected',
    );
    expect(parsed(territoryCsvColumns, row)).toMatchObject({
      Service: `'=Castle, "hot" waterfall`,
      'Service Details': '9:00 AM, Elmer Caal',
      'Booking Type': 'Private',
      Status: 'Checked In',
      'Total Price': '351.00',
      'Commission Amount': '35.10',
      'Commission Status': 'Pending',
    });
    const staff = { ...row, commission_amount: null, commission_status: null };
    expect(parsed(territoryCsvColumns, staff)).toMatchObject({ 'Commission Amount': '', 'Commission Status': '' });
    expect(territoryFileName('2026-10-14')).toBe('bookings_2026-10-14.csv');
  });

  it("have the admin's columns and the statuses in the finances", () => {
    const admin = adminCsvColumns.map((column) => i18n._(column.header));
    expect(financesCsvColumns.map((column) => i18n._(column.header))).toEqual([
      ...admin.slice(0, 13),
      'Operator Status',
      'Territory Status',
      'App Status',
      'Partner Status',
      ...admin.slice(13),
    ]);
    expect(admin.slice(13)).toEqual([
      'Currency',
      'Refunded',
      'Booking Number',
      'Departure Time',
      'Phone',
      'Payment Method',
      'Paid On',
      'Refunded On',
      'Stripe Payment',
      'Stripe Charge',
      'Stripe Payout',
      'Not Collected',
      'Commission Amount',
      'Commission Status',
    ]);
    for (const columns of [adminCsvColumns, financesCsvColumns, territoryCsvColumns])
      expect(parsed(columns, { ...row, currency_code: 'JPY', refunded_amount: 303 })).toMatchObject({
        Currency: 'JPY',
        Refunded: '303.00',
      });
    expect(parsed(financesCsvColumns, row)).toMatchObject({
      'Operator Amount': '245.70',
      'Operator Status': 'Paid',
      'Territory Status': 'Pending',
      'App Status': 'Paid',
      'Partner Status': 'Cancelled',
    });
    expect(parsed(financesCsvColumns, { ...row, partner_amount: null })).toMatchObject({ 'Partner Status': '' });
    expect(financesFileName('2026-10-14')).toBe('bookings_export_2026-10-14.csv');
  });
});

it('names in each file what an accountant matches with the bank and with Stripe', () => {
  const card = {
    ...row,
    id: '3f9a21cc-0000-4000-8000-000000000000',
    payment_method: 'card',
    whatsapp_number: '+50255123480',
    paid_on: '2026-10-01',
    refunded_on: '2026-10-15',
    payment_intent_id: 'pi_123',
    charge_id: 'ch_123',
    stripe_payout_id: null,
    not_collected: 12.5,
  };
  for (const columns of [adminCsvColumns, financesCsvColumns, territoryCsvColumns]) {
    expect(parsed(columns, card)).toMatchObject({
      'Booking Number': '3F9A21CC',
      'Departure Time': '09:00',
      Phone: "'+50255123480",
      'Payment Method': 'Card',
      'Paid On': '2026-10-01',
      'Refunded On': '2026-10-15',
      'Stripe Payment': 'pi_123',
      'Stripe Charge': 'ch_123',
      'Stripe Payout': '',
      'Not Collected': '12.50',
      'Commission Amount': '35.10',
    });
    expect(parsed(columns, { ...card, start_time: null, paid_on: null, not_collected: null })).toMatchObject({
      'Departure Time': '',
      'Paid On': '',
      'Not Collected': '',
    });
  }
});

describe('a refund amount', () => {
  const quetzal = { code: 'GTQ', symbol: 'Q' };
  const yen = { code: 'JPY', symbol: '¥' };
  const parsePart = (amount: number | null, left: number, currency: TerritoryCurrency) => {
    const { data, error } = refundSchema(left, currency).safeParse({ share: 'part', amount, reason: '' });
    return data ? { amount: amountOf(data) } : { problem: error?.issues[0]?.message };
  };
  it.each<[number | null, ReturnType<typeof parsePart>]>([
    [51.5, { amount: 51.5 }],
    [351, { amount: 351 }],
    [351.01, { problem: 'You can refund Q351.00 at most' }],
    [0.001, { problem: 'Please enter a number with at most two decimals, such as 185.50' }],
    [Number.NaN, { problem: 'Please enter a number with at most two decimals, such as 185.50' }],
    [0, { problem: 'Please enter an amount' }],
    [-5, { problem: 'Please enter an amount' }],
    [null, { problem: 'Please enter an amount' }],
  ])('%s', (given, expected) => expect(parsePart(given, 351, quetzal)).toEqual(expected));
  it('counts only if a part is selected', () => {
    for (const [share, amount] of [
      ['all', null],
      ['none', 0],
    ] as const) {
      const { data } = refundSchema(351, quetzal).safeParse({ share, amount: Number.NaN, reason: '' });
      expect(data && amountOf(data)).toBe(amount);
    }
  });
  it('has no decimals in yen', () => {
    expect(parsePart(5.5, 100, yen)).toEqual({
      problem: 'Please enter a whole number, because this currency has no decimals',
    });
  });
});

it('shows the currency of amounts from before a change of currency, and Q as the fallback', () => {
  const column = moneyColumns({ code: 'USD', symbol: '$' }).find(({ id }) => id === 'territory');
  expect(column?.cell(row)).toBe('GTQ 35.10');
  expect(column?.cell({ ...row, currency_code: 'USD' })).toBe('$35.10');
  const currency = territoryCurrency({ currency_code: 'GTQ', currency_symbol: '' });
  expect(symbolOf('GTQ', currency)).toBe('Q');
  expect(symbolOf('USD', currency)).toBe('USD ');
});
