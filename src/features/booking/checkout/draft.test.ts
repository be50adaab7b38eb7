import { act, renderHook } from '@testing-library/react';
import { aBookingForm, aHold, aService } from '@tests/support/factories';
import { afterEach, describe, expect, it } from 'vitest';
import { calendarDate } from '@/lib/format/dates';
import { type Draft, newDraft, readDraft, useDraft, withNewKey, writeDraft } from './draft';
import type { CheckoutState } from './machine';
import { remember } from './use-checkout';

const id = '5a0b1c2d-0000-4000-8000-000000000001';

describe('the draft', () => {
  it('is restored as it was, with its key', () => {
    const draft = newDraft('u1', aBookingForm({ hotelName: 'Casa Perico' }));
    writeDraft(id, draft);
    expect(readDraft(id, 'u1')).toEqual(draft);
    expect(readDraft('another', 'u1')).toBeNull();
  });
  it('passes from a visitor to the account that signs in, and to nobody else', () => {
    writeDraft(id, newDraft(null, aBookingForm()));
    expect(readDraft(id, 'u1')).not.toBeNull();
    writeDraft(id, newDraft('u1', aBookingForm()));
    expect(readDraft(id, 'u2')).toBeNull();
    expect(readDraft(id, null)).not.toBeNull();
  });
  it('ignores one of another version, or a broken one', () => {
    sessionStorage.setItem(`territorio:checkout:${id}`, '{"form":{}}');
    expect(readDraft(id, null)).toBeNull();
    sessionStorage.setItem(`territorio:checkout:${id}`, 'not json');
    expect(readDraft(id, null)).toBeNull();
  });
  it('deletes the hold with the key and keeps the form', () => {
    const draft = { ...newDraft('u1', aBookingForm()), holdId: id, stage: 'held' as const };
    const next = withNewKey(draft);
    expect(next).toMatchObject({ holdId: null, stage: 'form', form: draft.form });
    expect(next.idempotencyKey).not.toBe(draft.idempotencyKey);
  });
});

describe.each(['experience', 'transport'] as const)('the draft of %s and the address', (kind) => {
  const day = (ahead: number) => calendarDate(undefined, ahead);
  const service = aService({ id, kind });
  /** Opens the page at this address. */
  function visit(search: string) {
    history.replaceState(null, '', `/${kind}/${id}${search}`);
    const { result, rerender, unmount } = renderHook(() => useDraft(service, 'u1'));
    const change = (to: Partial<Draft>) => result.current.update((draft) => ({ ...draft, ...to }));
    return { form: () => result.current.read().form, result, rerender, change, leave: unmount };
  }
  const typed = (serviceDate: string) => aBookingForm({ serviceDate, numPeople: 1, hotelName: 'Casa Perico' });
  const booked: CheckoutState = { step: 'booked', hold: aHold(), bookingId: id };
  const book = (page: ReturnType<typeof visit>) => page.change(remember(booked, page.result.current.read()));
  afterEach(() => {
    sessionStorage.clear();
    history.replaceState(null, '', '/');
  });

  it('follows the address, and keeps what else was typed', () => {
    const first = visit('');
    first.change({ form: typed(day(4)) });
    first.leave();
    const { form } = visit(`?date=${day(7)}&people=2`);
    expect(form()).toMatchObject({ serviceDate: day(7), numPeople: 2, hotelName: 'Casa Perico' });
  });
  it('uses the time that a waitlist leads to', () => {
    const slot = '7b104349-8e97-4303-b07b-c182f4040f42';
    expect(visit(`?date=${day(7)}&people=2&slot=${slot}`).form()).toMatchObject({ slotId: slot, numPeople: 2 });
    expect(visit(`?date=${day(8)}&slot=tomorrow`).form()).toMatchObject({ slotId: '' });
  });
  it('keeps changes after a reload, but not after the same search', () => {
    const search = `?date=${day(7)}&people=2`;
    const first = visit(search);
    first.change({ form: typed(day(9)) });
    const reloaded = visit(search);
    expect(reloaded.form().serviceDate).toBe(day(9));
    reloaded.leave();
    expect(visit(search).form()).toMatchObject({ serviceDate: day(7), numPeople: 2 });
  });
  it('is deleted when the booking is made and the page is left', () => {
    const first = visit(`?date=${day(4)}`);
    book(first);
    first.leave();
    expect(readDraft(id, 'u1')).toBeNull();
  });
  it('shows the ticket again after a reload, and a new form for another trip', () => {
    const first = visit(`?date=${day(4)}`);
    first.change({ form: typed(day(4)), stage: 'paying', holdId: aHold().id });
    book(first);
    first.rerender();
    expect(visit(`?date=${day(4)}`).result.current.read()).toMatchObject({ stage: 'booked', holdId: aHold().id });
    const next = visit(`?date=${day(7)}`).result.current.read();
    expect(next).toMatchObject({ stage: 'form', holdId: null, form: { serviceDate: day(7), hotelName: '' } });
  });
  it('keeps what is held and being paid, until another day is selected', () => {
    const held = { form: typed(day(4)), stage: 'held' as const, holdId: aHold().id };
    visit('').change(held);
    expect(visit(`?date=${day(4)}&people=3`).result.current.read()).toMatchObject(held);
    const next = visit(`?date=${day(7)}`).result.current.read();
    // The old hold is replaced only once seats on the new date are held.
    expect(next).toMatchObject({ stage: 'form', holdId: aHold().id, form: { serviceDate: day(7) } });
  });
  it('does not change what may have been charged', () => {
    visit('').change({ form: typed(day(4)), stage: 'paying', holdId: aHold().id });
    expect(visit(`?date=${day(7)}`).result.current.read()).toMatchObject({
      stage: 'paying',
      form: { serviceDate: day(4) },
    });
  });
  it('is one store for any number of panels', () => {
    const { result, rerender } = visit('');
    const store = result.current;
    act(() => rerender());
    expect(result.current).toBe(store);
  });
});
