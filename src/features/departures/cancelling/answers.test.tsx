import { screen, within } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { run } from '@/lib/api/run';
import AnswersDialog from './AnswersDialog';

vi.mock('@/lib/api/run', () => ({ run: vi.fn() }));

const offer = {
  offer_id: 'o1',
  state: 'open',
  kind: 'experience',
  booking_id: 'b1',
  service_id: 'e1',
  title: 'River Canyon',
  titles: { en: 'River Canyon' },
  service_date: '2026-11-26',
  start_time: '13:00:00',
  time_zone: 'America/Guatemala',
  reason: 'weather',
  message: null,
  num_people: 2,
  opens_at: '2026-11-26T15:02:00Z',
  expires_at: '2026-11-27T19:00:00Z',
  refund_amount: 370,
  payment_method: 'card',
  paid_by_other: false,
  card_waits: false,
  currency_symbol: 'Q',
  moved_to: null,
};
const answered = { answered_at: null, answered_how: null };
/** A proposed service that costs more. */
const dearer = {
  title: 'Castillo',
  titles: { en: 'Castillo' },
  service_id: 'e2',
  slot_id: 's2',
  service_date: '2026-11-28',
  start_time: '10:00:00',
  refund_amount: 0,
  extra_amount: 80,
};

let answers: Record<string, unknown>;
beforeEach(() => {
  answers = {
    departure_answers: [{ offer: { ...offer, ...answered }, full_name: 'Andrés Paz', whatsapp_number: '+50255512345' }],
    departure_offer: { ...offer, choices: [dearer], hold: null },
  };
  vi.mocked(run).mockImplementation(async (ask) => {
    let name = '';
    const rpc = (asked: string) => {
      name = asked;
      return { abortSignal: () => undefined };
    };
    ask({ rpc } as never);
    return answers[name] as never;
  });
});

const open = (canAnswer = false) =>
  renderApp(
    <AnswersDialog
      departureId="d1"
      about="River Canyon"
      canAnswer={canAnswer}
      onClose={vi.fn()}
      onChanged={vi.fn(async () => undefined)}
    />,
  );

it("shows the guests' choices and missing answers, and lets no guide answer for anyone", async () => {
  const refunded = { ...offer, offer_id: 'o2', state: 'refunded', answered_at: null, answered_how: 'staff' };
  answers.departure_answers = [
    { offer: { ...offer, ...answered }, full_name: 'Andrés Paz', whatsapp_number: '+50255512345' },
    { offer: refunded, full_name: 'Claire Dubois', whatsapp_number: null },
  ];
  open();
  const waiting = await screen.findByRole('region', { name: 'Open' });
  expect(waiting).toHaveTextContent(/Andrés Paz2 people, Q370.00: can answer until Fri, Nov 27, 2026, 1:00 PM/);
  expect(within(waiting).getByRole('link', { name: 'Message Andrés Paz on WhatsApp' })).toBeVisible();
  expect(screen.getByRole('region', { name: 'Refund' })).toHaveTextContent('answered by phone');
  expect(screen.queryByRole('button', { name: /^Answer for/ })).not.toBeInTheDocument();
});

it('names guests without an email address', async () => {
  answers.departure_answers = [
    { offer: { ...offer, ...answered }, walk_in: true, told: false, full_name: null, whatsapp_number: null },
    { offer: { ...offer, ...answered, offer_id: 'o2' }, told: true, full_name: 'Claire Dubois', whatsapp_number: null },
  ];
  open();
  const [walkIn, claire] = await screen.findAllByRole('listitem');
  expect(walkIn).toHaveTextContent(/^Walk-in.*No email address. Please tell them in person.$/);
  expect(claire).not.toHaveTextContent('No email address');
});

it('addresses staff who answer for a guest', async () => {
  const { user } = open(true);
  await user.click(await screen.findByRole('button', { name: 'Answer for Andrés Paz' }));
  expect(await screen.findByRole('group', { name: 'What would the guest like instead?' })).toBeVisible();
  const dialog = screen.getByRole('dialog');
  expect(dialog).toHaveTextContent("You're answering for Andrés Paz, who is on the phone.");
  await user.click(
    screen.getByRole('radio', { name: /Castillo.*Costs Q80.00 more\. The guest pays the difference by card/ }),
  );
  expect(screen.getByRole('button', { name: 'Send payment link' })).toBeVisible();
  await user.click(screen.getByRole('radio', { name: /Full refund/ }));
  expect(screen.getByRole('button', { name: 'Refund Q370.00' })).toBeVisible();
});

it('counts only people’s answers, and shows the cash to return', async () => {
  const cash = { ...offer, payment_method: 'cash', state: 'refunded', answered_at: '2026-11-27T19:00:00Z' };
  const guest = { whatsapp_number: null, walk_in: true, told: false };
  answers.departure_answers = [
    { ...guest, offer: { ...cash, answered_how: 'expiry' }, full_name: 'Ana', cash_due: 370 },
    { ...guest, offer: { ...cash, offer_id: 'o2', answered_how: 'staff' }, full_name: 'Luis', cash_due: null },
  ];
  open(true);
  expect(await screen.findByText('1 of 2 have answered')).toBeVisible();
  expect(screen.getByText(/^1 guest didn't answer in time/)).toBeVisible();
  const [silent, called] = within(screen.getByRole('region', { name: 'Refund' })).getAllByRole('listitem');
  expect(silent).toHaveTextContent('automatically, because no one answered');
  expect(silent).toHaveTextContent('Cash to refund: Q370.00');
  expect(called).not.toHaveTextContent('Cash to refund');
});

it('shows when an offer without a choice ends, and missing answers', async () => {
  answers.departure_answers = [
    { offer: { ...offer, ...answered, expires_at: offer.opens_at }, full_name: 'Ana', whatsapp_number: null },
  ];
  open(true);
  expect(await screen.findByText(/there's no other departure to offer/)).toBeVisible();
  expect(screen.queryByText(/can answer/)).not.toBeInTheDocument();
});
