import { act, screen } from '@testing-library/react';
import { aBookingForm, aService } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import { useRef } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { expect, it, vi } from 'vitest';
import type { BookingForm } from './form/booking-form';
import { PriceBar } from './PriceBar';

vi.mock('./queries', () => ({ departuresQuery: () => ({ queryKey: ['departures'], queryFn: () => [] }) }));

type Seen = Pick<IntersectionObserverEntry, 'isIntersecting' | 'boundingClientRect'>;
let tell: (entries: Seen[]) => void = () => undefined;
vi.stubGlobal(
  'IntersectionObserver',
  class {
    constructor(callback: (entries: Seen[]) => void) {
      tell = callback;
    }
    observe() {}
    disconnect() {}
  },
);

function Page() {
  const panel = useRef<HTMLElement>(null);
  return (
    <FormProvider {...useForm<BookingForm>({ defaultValues: aBookingForm() })}>
      <section ref={panel} />
      <PriceBar service={aService()} panel={panel} />
    </FormProvider>
  );
}
const at = (top: number, isIntersecting = false): Seen => ({
  isIntersecting,
  boundingClientRect: { top } as DOMRectReadOnly,
});
const bar = () => screen.queryByRole('button', { name: 'Book now' });

it('is at the bottom of a phone until the panel is visible or scrolled past', () => {
  renderApp(<Page />);
  expect(bar()).toBeNull();
  act(() => tell([at(900)]));
  expect(bar()).toBeVisible();
  act(() => tell([at(300, true)]));
  expect(bar()).toBeNull();
  act(() => tell([at(-900)]));
  expect(bar()).toBeNull();
});

it('uses the newest of several simultaneous measurements on a busy phone', () => {
  renderApp(<Page />);
  act(() => tell([at(900), at(300, true)]));
  expect(bar()).toBeNull();
});
