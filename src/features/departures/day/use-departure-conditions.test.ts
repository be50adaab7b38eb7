import { renderAppHook } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { tripConditionsQuery } from '@/features/booking/tickets/TicketConditions';
import type { Condition } from '@/features/catalogue/conditions/queries';
import { createQueryClient } from '@/lib/api/query-client';
import { useDepartureConditions } from './use-departure-conditions.ts';

const closed = (change: Partial<Condition> = {}) =>
  ({
    id: 'river',
    touches_all: false,
    starts_at: '2026-11-29T06:00:00-06:00',
    ends_at: '2026-11-29T18:00:00-06:00',
    services: [{ service_id: 'canyon' }],
    ...change,
  }) as Condition;
const departure = {
  kind: 'experience' as const,
  serviceId: 'canyon',
  date: '2026-11-29',
  start: '08:30:00',
  timeZone: 'America/Guatemala',
};

function shown(condition: Condition, territoryId: string | null = 'rio-dulce') {
  const client = createQueryClient();
  client.setQueryData(tripConditionsQuery('rio-dulce').queryKey, [condition] as never);
  return renderAppHook(() => useDepartureConditions(territoryId, departure), client).result.current.map(({ id }) => id);
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-29T07:00:00-06:00'), toFake: ['Date'] });
  return () => vi.useRealTimers();
});

it.each<[string, Partial<Condition>]>([
  ['its own service', {}],
  ['the whole region', { touches_all: true, services: [] }],
  ['what closes while its people are out', { starts_at: '2026-11-29T10:00:00-06:00' }],
])('shows an alert of %s at a departure', (_, change) => {
  expect(shown(closed(change))).toEqual(['river']);
});

it.each<[string, Partial<Condition>]>([
  ['of another service', { services: [{ service_id: 'castle' }] }],
  ['that ends before it leaves', { ends_at: '2026-11-29T08:00:00-06:00' }],
  ['that begins on another day', { starts_at: '2026-11-30T00:00:00-06:00', ends_at: '2026-11-30T18:00:00-06:00' }],
])('shows none %s', (_, change) => {
  expect(shown(closed(change))).toEqual([]);
});

it('requests none if its territory is unknown', () => {
  expect(shown(closed(), null)).toEqual([]);
});
