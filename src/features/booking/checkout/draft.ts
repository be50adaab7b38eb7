import { useEffect, useMemo, useState } from 'react';
import { z } from 'zod/mini';
import { readTrip, type Trip } from '@/features/catalogue/service/trip';
import { calendarDate } from '@/lib/format/dates';
import { readJson, removeText, writeJson } from '@/lib/storage/storage';
import { type BookingForm, emptyForm, formSchema } from './form/booking-form';
import { draftKey, type Service } from './service';

/**
 * The guest's input and checkout state, in sessionStorage per service: they survive a reload, signing in and a crash of
 * the tab. `idempotencyKey` makes a repeated create_hold the same hold.
 */
const draftSchema = z.object({
  // A draft belongs to its author: the next person on the device must not find a phone number in the form.
  userId: z.nullable(z.string()),
  form: formSchema,
  idempotencyKey: z.uuid(),
  // The request sent under this key: a changed form needs another key.
  submitted: z.nullable(z.string()),
  stage: z.enum(['form', 'holding', 'held', 'paying', 'booked']),
  // The current hold, even while its details are being changed.
  holdId: z.nullable(z.uuid()),
  // The hold replaced by the request under this key.
  replaces: z.optional(z.nullable(z.uuid())),
  // The total shown when seats were requested; later the accepted one.
  shownPrice: z.optional(z.nullable(z.number())),
  // The address's date and people used by the form: a reload doesn't restore them.
  trip: z.optional(z.string()),
});

export type Draft = z.infer<typeof draftSchema>;

const isDraft = (value: unknown): value is Draft => draftSchema.safeParse(value).success;

/** This service's draft, or null if there is none, or it is of another version or person. */
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

/** After a hold ends (released, expired, sold out or booked) the next click is a new request. */
export const withNewKey = (draft: Draft): Draft => ({
  ...draft,
  idempotencyKey: crypto.randomUUID(),
  submitted: null,
  stage: 'form',
  holdId: null,
  replaces: null,
});

/** After a refusal: the earlier hold stays, and the next request replaces it. */
export const withNextKey = (draft: Draft): Draft => ({
  ...withNewKey(draft),
  holdId: draft.holdId,
  replaces: draft.holdId,
});

/** A stored form by today's rules: a past date becomes tomorrow. */
function refresh(form: BookingForm, service: Service): BookingForm {
  if (form.serviceDate >= calendarDate(service.timeZone)) return form;
  return { ...form, serviceDate: calendarDate(service.timeZone, 1), slotId: '', dateSettled: false };
}

/** A trip, and the waitlist's time. */
type Asked = Trip & { slot: string | null };

function readAsked(params: URLSearchParams): Asked {
  const trip = readTrip(params);
  const slot = z.uuid().safeParse(params.get('slot'));
  return { ...trip, slot: trip.date !== null && slot.success ? slot.data : null };
}

const CHANGEABLE = new Set<Draft['stage']>(['form', 'held']);

/**
 * Applies a search's date and people once. Held seats keep theirs, unless another date is requested: then these are
 * used, and the next request replaces the hold.
 */
function withTripOf(draft: Draft, trip: Asked): Draft {
  const key = tripKey(trip);
  if (key === null || draft.trip === key) return draft;
  const isOtherDay = trip.date !== null && trip.date !== draft.form.serviceDate;
  // Payments under way and possible holds are settled first.
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

/** The draft's trip; null if the address has none. */
const tripKey = (trip: Asked): string | null =>
  trip.date === null && trip.people === null ? null : JSON.stringify(trip);

/** A finished booking is dropped when the address names another trip; otherwise it is a reload of the ticket. */
const isOver = ({ stage, holdId, trip }: Draft, asked: string | null): boolean =>
  stage === 'booked' && (holdId === null || (asked !== null && asked !== trip));

function open(service: Service, userId: string | null): Draft {
  const kept = readDraft(service.id, userId);
  const trip = readAsked(new URLSearchParams(location.search));
  if (!kept || isOver(kept, tripKey(trip))) return withTripOf(newDraft(userId, emptyForm(service)), trip);
  // A visitor's draft becomes theirs at sign-in; signed out it stays its author's.
  const draft = { ...kept, userId: userId ?? kept.userId };
  // With a hold, its details are being changed.
  const isFree = draft.stage === 'form' && draft.holdId === null;
  return withTripOf(isFree ? { ...draft, form: refresh(draft.form, service) } : draft, trip);
}

/** What is kept when leaving the page: nothing of a finished booking; without a hold the next address wins. */
function leave(serviceId: string, draft: Draft): void {
  if (draft.stage === 'booked') removeText('session', draftKey(serviceId));
  else if (draft.holdId === null) writeDraft(serviceId, { ...draft, trip: undefined });
}

export type DraftStore = { read: () => Draft; update: (change: (draft: Draft) => Draft) => void };

/** The draft outside rendering: written at each keystroke, read at each step. */
export function useDraft(service: Service, userId: string | null): DraftStore {
  const { id } = service;
  const [box] = useState(() => ({ draft: open(service, userId) }));
  // Stable: a new object would rerun the checkout's step.
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
