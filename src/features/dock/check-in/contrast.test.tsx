import { contrasts, type Theme } from '@tests/support/contrast';
import { aCheckInBooking } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import type { ComponentProps, ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { KeptResult } from '@/features/dock/offline/KeptResult';
import { Verdict } from '@/features/dock/offline/Verdict';
import type { VerdictDecision } from '@/features/dock/offline/verdict-words';
import { ResultScreen } from './ResultScreen';
import { Checking, Done, Result } from './results';
import { TicketScreen } from './TicketScreen';

const ENOUGH = 7;
const nothing = () => undefined;
const onward = { next: nothing, close: nothing, atOnce: false };
const booking = aCheckInBooking({ undo_until: '2026-11-27T14:00:00Z', cash_received_at: '2026-11-27T14:00:00Z' });
const cash = aCheckInBooking({ payment_method: 'cash', payment_status: 'pending', amount_due: 50 });
const departure = {
  title: 'Castle',
  service_date: '2026-12-01',
  start_time: '08:30:00',
  time_zone: 'America/Guatemala',
};
const statement = {
  keyId: 1,
  departure: 'aaaaaaaa',
  date: '2026-11-27',
  time: '08:30:00',
  people: 2,
  passenger: 0,
  transport: false,
  isPrivate: false,
  version: 2,
};

type Tone = ComponentProps<typeof ResultScreen>['tone'];
const tones: Record<Tone, true> = { success: true, grey: true, danger: true, night: true, warn: true };
type Outcome = ComponentProps<typeof Result>['outcome'];
const outcomes: Record<Outcome, true> = {
  checked_in: true,
  no_show: true,
  cancelled: true,
  not_open: true,
  not_now: true,
  invalid_link: true,
  invalid_code: true,
  not_found: true,
  not_yours: true,
  own_booking: true,
  moved: true,
  given: true,
  replaced: true,
  forbidden: true,
  signed_out: true,
  too_many: true,
  failed: true,
};
const decisions = [
  { is: 'proven', statement, passengers: null },
  ...(['checked_in', 'no_show'] as const).map((status) => ({
    is: 'here' as const,
    status,
    at: null,
    byThisPhone: true,
    booking,
    passenger: null,
  })),
  { is: 'elsewhere', departure: statement, boards: statement },
  ...(['signature', 'revoked', 'version', 'replaced', 'cancelled'] as const).map((why) => ({
    is: 'invalid' as const,
    why,
  })),
  ...(['moved', 'given'] as const).map((why) => ({ is: 'invalid' as const, why, departure })),
] as VerdictDecision[];

const keysOf = <Key extends string>(record: Record<Key, true>) => Object.keys(record) as Key[];
const screens: [string, ReactNode][] = [
  ...keysOf(tones).map((tone): [string, ReactNode] => [
    `the tone ${tone}`,
    <ResultScreen key={tone} tone={tone} icon={null} title="Title" booking={booking} onward={onward} onUndo={nothing}>
      Text
    </ResultScreen>,
  ]),
  ...keysOf(outcomes).map((outcome): [string, ReactNode] => [
    `the answer ${outcome}`,
    <Result
      key={outcome}
      outcome={outcome}
      message="Message"
      booking={booking}
      elsewhere={departure}
      from="/"
      onward={onward}
      onUndo={nothing}
      onRetry={nothing}
    />,
  ]),
  ...decisions.map((decision): [string, ReactNode] => [
    `without a line: ${decision.is} ${'why' in decision ? decision.why : ''}${'status' in decision ? decision.status : ''}`,
    <Verdict
      key={JSON.stringify(decision)}
      decision={decision}
      onward={onward}
      busy={false}
      onRetry={nothing}
      onEnter={nothing}
    />,
  ]),
  ...(['checked_in', 'no_show'] as const).flatMap((action): [string, ReactNode][] => [
    [
      `done: ${action}`,
      <Done key={action} press={{ action, cash: 5 }} booking={booking} onward={onward} onUndo={nothing} />,
    ],
    [
      `kept on the phone: ${action}`,
      <KeptResult
        key={action}
        press={{ action, cash: 5 }}
        booking={booking}
        target={{ bookingId: 'b1' }}
        onward={onward}
        onUndone={nothing}
      />,
    ],
  ]),
  ['the code is being checked', <Checking key="checking" />],
  ...[booking, cash, { ...booking, doubt: 'day' as const }, { ...cash, doubt: 'hour' as const }].map(
    (one): [string, ReactNode] => [
      `a ticket, ${one.payment_method}${one.doubt ? ', in doubt' : ''}`,
      <TicketScreen key="ticket" booking={one} onward={onward} pending={null} onAct={nothing} notice="From the list" />,
    ],
  ),
];

const faint = (root: Element, theme: Theme) =>
  contrasts(root, theme)
    .filter(({ ratio }) => ratio < ENOUGH)
    .map(({ text, ratio }) => `${text}: ${ratio}`);

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it.each(screens)('gives %s a contrast of at least 7:1', (_, screen) => {
    const { container } = renderApp(screen);
    expect(contrasts(container, theme).length).toBeGreaterThan(1);
    expect(faint(container, theme)).toEqual([]);
  });
});

it('control: detects the earlier, lighter colours', () => {
  const before = (name: string) => {
    const root = document.createElement('div');
    root.innerHTML = `<div class="${name} text-white">Title <p class="bg-white/15">Name</p></div>`;
    return faint(root, 'light');
  };
  expect(before('bg-selva-600')).toEqual(['Title: 6.51', 'Name: 4.65']);
  expect(before('bg-achiote-600')).toEqual(['Title: 5.89', 'Name: 4.55']);
});
