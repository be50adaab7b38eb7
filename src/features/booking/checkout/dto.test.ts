// @vitest-environment node
import { expect, it, vi } from 'vitest';
import { secondsLeft } from '@/lib/hooks/use-seconds-left';
import { readHold } from './dto';

it("counts the minutes of a hold by its remaining time, however wrong the device's clock is", () => {
  vi.useFakeTimers({ now: new Date('2031-01-01T00:00:00Z') });
  const { expiresAt, slotId } = readHold({
    hold_id: 'h',
    state: 'held',
    expires_at: '2026-10-14T12:15:00Z',
    seconds_left: 900,
    slot_id: 's',
    service_date: '2026-10-20',
    booking_type: 'shared',
    payment_method: 'card',
    num_people: 1,
    total_price: 385,
    currency_code: 'GTQ',
    currency_symbol: 'Q',
    lines: [],
    keeps_seats: true,
    took_over: false,
  });
  expect(secondsLeft(expiresAt, Date.now())).toBe(900);
  expect(slotId).toBe('s');
  vi.useRealTimers();
});
