import { i18n } from '@lingui/core';
import { screen } from '@testing-library/react';
import { aReferralLink, aTerritoryBooking } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import type { ReactNode } from 'react';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { downloadCalendar } from '@/features/booking/tickets/calendar/download';
import type { Receipt as ReceiptData } from '@/features/booking/tickets/receipt/queries';
import { Receipt } from '@/features/booking/tickets/receipt/Receipt';
import { workKeys } from '@/features/departures/day/queries';
import { GuestList } from '@/features/departures/guest-list/GuestList';
import { adminCsvColumns, financesCsvColumns, territoryCsvColumns } from '@/features/management/bookings/csv';
import type { PayoutLine, Statement } from '@/features/payouts/queries';
import { collectLines } from '@/features/payouts/statement-csv';
import { PrintCard } from '@/features/referrals/dashboard/PrintCard';
import { linksQuery, type PartnerActivity, termsQuery } from '@/features/referrals/dashboard/queries';
import { collectStatement } from '@/features/referrals/dashboard/statement';
import { createQueryClient } from '@/lib/api/query-client';
import { csvLine } from '@/lib/format/csv';
import { activateLanguage } from '@/lib/i18n/i18n';
import { languageOf, SOURCE } from '@/lib/i18n/languages';
import PrivacyPage from '@/pages/privacy';
import TermsPage from '@/pages/terms';
import WaiverPage from '@/pages/waiver';
import { isEnglish } from '../../tests/e2e/support/english.ts';

const rpc = vi.hoisted(() => vi.fn());
vi.mock('@/lib/api/supabase', () => ({
  supabase: async () => ({ realtime: { setAuth: () => new Promise(() => undefined) } }),
  database: async () => ({
    rpc: (name: string) => Object.assign(Promise.resolve(rpc(name)), { abortSignal: async () => rpc(name) }),
  }),
}));

beforeAll(() => activateLanguage(languageOf('es') ?? SOURCE));
afterAll(() => activateLanguage(SOURCE));

/** Returns the page's visible texts, and those that screen readers announce. */
function shownTexts(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: string[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.parentElement?.closest('style, script')) texts.push(node.textContent?.trim() ?? '');
  }
  for (const name of ['aria-label', 'title', 'alt', 'placeholder'])
    for (const element of document.querySelectorAll(`[${name}]`)) texts.push(element.getAttribute(name) ?? '');
  return texts.filter(Boolean);
}

const expectSpanish = () => {
  const texts = shownTexts();
  expect(texts.length).toBeGreaterThan(5);
  expect(texts.filter(isEnglish)).toEqual([]);
};

it.each<[string, ReactNode]>([
  ['the waiver', <WaiverPage key="waiver" />],
  ['the privacy policy', <PrivacyPage key="privacy" />],
  ['the terms', <TermsPage key="terms" />],
])('%s is in Spanish, with a note on which text prevails', (_, page) => {
  renderApp(page);
  expectSpanish();
  expect(
    screen.getByText('Este texto está en inglés y en español. Si difieren, vale el texto en inglés.'),
  ).toBeVisible();
});

it('control: detects English text', async () => {
  await activateLanguage(SOURCE);
  renderApp(<TermsPage />);
  expect(shownTexts().filter(isEnglish)).toContain('Terms of Service');
  await activateLanguage(languageOf('es') ?? SOURCE);
});

const receipt: ReceiptData = {
  number: 'E-20261123-5A0B1C2D',
  kind: 'experience',
  title: 'Cascada caliente',
  territory_name: 'Río Dulce',
  time_zone: 'America/Guatemala',
  booking_date: '2026-11-25',
  start_time: '07:00:00',
  num_people: 2,
  booking_type: 'private',
  status: 'cancelled',
  payment_method: 'card',
  booked_at: '2026-11-23T10:00:00Z',
  currency_code: 'GTQ',
  currency_symbol: 'Q',
  customer_name: 'Luz',
  customer_email: 'luz@example.test',
  guide_name: 'Elmer Caal',
  lines: [{ code: 'whole_group', quantity: 1, unit_price: 770, amount: 770 }],
  total_price: 770,
  price_now: 770,
  credit_amount: 0,
  entries: [
    { at: '2026-11-23T10:00:00Z', kind: 'payment', amount: 770 },
    { at: '2026-11-24T10:00:00Z', kind: 'refund', amount: 385 },
  ],
  paid_amount: 770,
  refunded_amount: 385,
  on_its_way_amount: 100,
  fee_amount: 285,
} as unknown as ReceiptData;

it.each(['card', 'cash'])('the receipt of a booking by %s is in Spanish', (payment_method) => {
  renderApp(<Receipt receipt={{ ...receipt, payment_method } as ReceiptData} />);
  expectSpanish();
  expect(screen.getByText('2 (reserva privada)')).toBeVisible();
});

it('the manifest of a departure is in Spanish', () => {
  const client = createQueryClient();
  const departure = {
    service_id: 'van',
    service_date: '2026-11-22',
    start_time: '13:00',
    has_time: true,
    title: 'Cobán a Lanquín',
    place: 'Parque central',
    time_zone: 'America/Guatemala',
    drivers: [],
    kind: 'transport',
    people: 3,
    arrived: 0,
    unpaid: 1,
    to_collect: 300,
    currency_symbol: 'Q',
  };
  const booking = { full_name: 'Ana', num_people: 3, hotel_name: null, passengers: [{ name: 'Ana' }] };
  client.setQueryData(
    workKeys.departure({ userId: 'me', role: 'shuttle_manager', territoryId: 'rio', day: '2026-11-22' }, 'van'),
    departure,
  );
  client.setQueryData(workKeys.passengers('me', 'van', '2026-11-22'), [
    { ...booking, id: 'a', payment_status: 'completed', check_in_status: 'pending' },
    {
      ...booking,
      id: 'b',
      payment_status: 'pending',
      check_in_status: 'checked_in',
      total_price: 300,
      currency_symbol: 'Q',
    },
  ]);
  renderApp(
    <GuestList work={{ userId: 'me', role: 'shuttle_manager', territoryId: 'rio', day: '2026-11-22' }} slotId="van" />,
    { client },
  );
  expectSpanish();
  // The column has no heading on a phone, so each row repeats the text.
  expect(screen.getAllByText('3 cupos')).toHaveLength(2);
});

it('the card for the reception of a hotel is in Spanish', () => {
  const client = createQueryClient();
  client.setQueryData(linksQuery('me').queryKey, [aReferralLink()]);
  client.setQueryData(termsQuery('me').queryKey, []);
  renderApp(<PrintCard userId="me" linkId="l1" fullName="Hotel Luna" />, { client });
  expectSpanish();
});

const statement = { id: 'p', number: 'P-1', paid_on: '2026-10-14', reference: 'BI 77' } as Statement;
const line = {
  ...{ id: 1, booking_date: '2026-10-14', start_time: '07:00:00', title: 'Castillo', num_people: 2 },
  ...{ sold: 100, amount: 70, currency_code: 'GTQ', refunded: 0 },
} as unknown as PayoutLine;
const commission = {
  ...{ created_at: '2026-10-14T10:00:00Z', link_name: 'Recepción', kind: 'transport', title: 'Castillo' },
  ...{ booking_date: '2026-10-14', tourist_name: 'Ana', total_price: 100, amount: 10.5, currency_code: 'GTQ' },
  ...{ status: 'pending', estimated: true, paid_at: null, refunded_amount: 0 },
} as unknown as PartnerActivity;

const csvOf = (columns: typeof adminCsvColumns, row: Parameters<(typeof adminCsvColumns)[0]['value']>[0]) =>
  csvLine(columns.map(({ header }) => i18n._(header))) + csvLine(columns.map(({ value }) => value(row)));
const row = aTerritoryBooking({ title: '=Castillo', partner_name: 'Luna' });
const textOf = (file: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(file);
  });
const never = new AbortController().signal;

it.each<[string, () => Promise<string>]>([
  ['all bookings', async () => csvOf(adminCsvColumns, row)],
  ['the finances', async () => csvOf(financesCsvColumns, row)],
  ['a region’s bookings', async () => csvOf(territoryCsvColumns, row)],
  ['a payout', async () => textOf(await collectLines(statement, never, vi.fn()))],
  ['commissions', async () => textOf(await collectStatement(never, vi.fn()))],
])('the file of %s has headers and values in Spanish, and amounts that a spreadsheet can add up', async (_, read) => {
  rpc.mockResolvedValue({ data: [{ ...line, ...commission }], error: null, status: 200 });
  const text = await read();
  const cells = text
    .replace('\uFEFF', '')
    .split(/[,\r\n]+/)
    .filter(Boolean);
  expect(cells.filter(isEnglish)).toEqual([]);
  expect(cells.filter((cell) => /^\d+\.\d\d$/.test(cell)).length).toBeGreaterThan(1);
  expect(cells.some((cell) => cell.startsWith('='))).toBe(false);
});

it('the entry for a calendar is in Spanish, and leads to the Spanish page', async () => {
  const event = {
    ...{
      uid: 'transport-1@territorio',
      sequence: 1,
      status: 'CONFIRMED',
      title: 'Lancha',
      timeZone: 'America/Guatemala',
    },
    ...{
      startLocal: '2026-12-01T07:00:00',
      endLocal: null,
      location: 'Muelle',
      numPeople: 2,
      stamp: '2026-11-21T10:15:00Z',
    },
  };
  rpc.mockResolvedValue({ data: event, error: null, status: 200 });
  const made = vi.fn((_: Blob) => 'blob:x');
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: made, revokeObjectURL: vi.fn() }));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await downloadCalendar({ id: '1' });
  const text = (await textOf(made.mock.calls[0]?.[0] ?? new Blob())).replace(/\r\n /g, '');
  const [, description = ''] = /^DESCRIPTION:(.*)\r$/m.exec(text) ?? [];
  expect(description).toMatch(/^2 personas\. /);
  expect(description.replaceAll('\\', '').split('. ').filter(isEnglish)).toEqual([]);
  expect(text).toMatch(/^URL[^:]*:http.*\/es\/bookings\r$/m);
});
