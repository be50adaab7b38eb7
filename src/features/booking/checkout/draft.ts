import { useEffect, useMemo, useState } from 'react';
import { z } from 'zod/mini';
import { readTrip, type Trip } from '@/features/catalogue/service/trip';
import { calendarDate } from '@/lib/format/dates';
import { readJson, removeText, writeJson } from '@/lib/storage/storage';
import { type BookingForm, emptyForm, formSchema } from './form/booking-form';
import { draftKey, type Service } from './service';

/**
 * The guest's input and checkout state, stored per service in sessionStorage so that they survive a reload, signing
 * in and a crash of the tab. The `idempotencyKey` makes a repeated create_hold return the same hold.
 */
const draftSchema = z.object({
  // A draft belongs to the person who wrote it, so the next person on the device doesn't see their phone number.
  userId: z.nullable(z.string()),
  form: formSchema,
  idempotencyKey: z.uuid(),
  // The request that was sent with this key. A changed form needs a new key.
  submitted: z.nullable(z.string()),
  stage: z.enum(['form', 'holding', 'held', 'paying', 'booked']),
  // The current hold, which stays here while the guest changes its details.
  holdId: z.nullable(z.uuid()),
  // The hold that the request with this key replaces.
  replaces: z.optional(z.nullable(z.uuid())),
  // The total on the page when the seats were requested, or the price that the guest has accepted since.
  shownPrice: z.optional(z.nullable(z.number())),
  // The date and people that the form has already taken from the URL, so that a reload doesn't apply them again.
  trip: z.optional(z.string()),
});

export type Draft = z.infer<typeof draftSchema>;

const isDraft = (value: unknown): value is Draft => draftSchema.safeParse(value).success;

/**
 * Returns the service's draft. Returns null if there is none, or if it has another version or belongs to another
 * person.
 */
export function readDraft(serviceId: string, userId: string | null): Draft | null {
  const draft = readJson('session', draftKey(serviceId), isDraft);
  if (!draft) return null;
  const foreign = draft.userId !== null && userId !== null && draft.userId !== userId;
  return foreign ? null : draft;
}

export const writeDraft = (serviceId: string, draft: Draft): void => writeJson('session', draftKey(serviceId), draft);

export const newDraft = (userId: string | null, form: BookingForm): Draft => ({
  userId,
  form,
  idempotencyKey: crypto.randomUUID(),
  submitted: null,
  stage: 'form',
  holdId: null,
  replaces: null,
  shownPrice: null,
});

/** Returns the draft for a new request, after its hold has ended (released, expired, sold out or booked). */
export const withNewKey = (draft: Draft): Draft => ({
  ...draft,
  idempotencyKey: crypto.randomUUID(),
  submitted: null,
  stage: 'form',
  holdId: null,
  replaces: null,
});

/** Returns the draft after a refusal. The earlier hold stays until the next request replaces it. */
export const withNextKey = (draft: Draft): Draft => ({
  ...withNewKey(draft),
  holdId: draft.holdId,
  replaces: draft.holdId,
});

/** Adapts a stored form to the current rules, for example by moving a past date to tomorrow. */
function refresh(form: BookingForm, service: Service): BookingForm {
  if (form.serviceDate >= calendarDate(service.timeZone)) return form;
  return { ...form, serviceDate: calendarDate(service.timeZone, 1), slotId: '', dateSettled: false };
}

/** A trip from the URL, with the time that a waitlist email links to. */
type Asked = Trip & { slot: string | null };

function readAsked(params: URLSearchParams): Asked {
  const trip = readTrip(params);
  const slot = z.uuid().safeParse(params.get('slot'));
  return { ...trip, slot: trip.date !== null && slot.success ? slot.data : null };
}

const CHANGEABLE = new Set<Draft['stage']>(['form', 'held']);

/**
 * Applies the date and people of a search once. Held seats keep theirs unless the search has another date, in which
 * case the next request replaces the hold.
 */
function withTripOf(draft: Draft, trip: Asked): Draft {
  const key = tripKey(trip);
  if (key === null || draft.trip === key) return draft;
  const isOtherDay = trip.date !== null && trip.date !== draft.form.serviceDate;
  // A payment in progress or a possible hold has to be settled first.
  if (draft.holdId !== null && !(isOtherDay && CHANGEABLE.has(draft.stage))) return { ...draft, trip: key };
  if (draft.stage !== 'form' && draft.holdId === null) return draft;
  const form = { ...draft.form };
  if (trip.date !== null && isOtherDay) {
    form.serviceDate = trip.date;
    form.slotId = '';
  }
  if (trip.slot !== null) form.slotId = trip.slot;
  if (trip.date !== null) form.dateSettled = true;
  if (trip.people !== null) form.numPeople = trip.people;
  return { ...draft, form, stage: 'form', trip: key };
}

const tripKey = (trip: Asked): string | null =>
  trip.date === null && trip.people === null ? null : JSON.stringify(trip);

/**
 * A finished booking is dropped if the URL names another trip. Otherwise the page was reloaded to show the ticket.
 */
const isOver = ({ stage, holdId, trip }: Draft, asked: string | null): boolean =>
  stage === 'booked' && (holdId === null || (asked !== null && asked !== trip));

function open(service: Service, userId: string | null): Draft {
  const kept = readDraft(service.id, userId);
  const trip = readAsked(new URLSearchParams(location.search));
  if (!kept || isOver(kept, tripKey(trip))) return withTripOf(newDraft(userId, emptyForm(service)), trip);
  // A visitor's draft becomes theirs when they sign in. After signing out, the draft still belongs to its author.
  const draft = { ...kept, userId: userId ?? kept.userId };
  // A draft that has a hold is one whose details are being changed.
  const isFree = draft.stage === 'form' && draft.holdId === null;
  return withTripOf(isFree ? { ...draft, form: refresh(draft.form, service) } : draft, trip);
}

/**
 * Decides what stays in storage when the guest leaves the page. A finished booking is removed, and without a hold
 * the next URL decides the trip.
 */
function leave(serviceId: string, draft: Draft): void {
  if (draft.stage === 'booked') removeText('session', draftKey(serviceId));
  else if (draft.holdId === null) writeDraft(serviceId, { ...draft, trip: undefined });
}

export type DraftStore = { read: () => Draft; update: (change: (draft: Draft) => Draft) => void };

/** Keeps the draft outside React state, because it is written at each keystroke and read at each step. */
export function useDraft(service: Service, userId: string | null): DraftStore {
  const { id } = service;
  const [box] = useState(() => ({ draft: open(service, userId) }));
  // The object must stay the same, because a new one would run the checkout's step again.
  const store = useMemo<DraftStore>(
    () => ({
      read: () => box.draft,
      update: (change) => {
        box.draft = change(box.draft);
        writeDraft(id, box.draft);
      },
    }),
    [box, id],
  );
  useEffect(() => () => leave(id, box.draft), [id, box]);
  return store;
}
