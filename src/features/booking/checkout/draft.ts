import { useEffect, useMemo, useState } from 'react';
import { z } from 'zod/mini';
import { readTrip, type Trip } from '@/features/catalogue/service/trip';
import { calendarDate } from '@/lib/format/dates';
import { readJson, removeText, writeJson } from '@/lib/storage/storage';
import { type BookingForm, emptyForm, formSchema } from './form/booking-form';
import { draftKey, type Service } from './service';

/**
 * What the tourist typed and where the checkout stands, kept in sessionStorage per service: a reload, a trip to the
 * sign-in page or a crash of the tab brings all of it back. `idempotencyKey` makes a repeated create_hold the same hold.
 */
const draftSchema = z.object({
  // A draft belongs to who wrote it: the next person on the same device must not find a phone number in the form.
  userId: z.nullable(z.string()),
  form: formSchema,
  idempotencyKey: z.uuid(),
  // What was sent under this key, as text: a changed form needs another key.
  submitted: z.nullable(z.string()),
  stage: z.enum(['form', 'holding', 'held', 'paying', 'booked']),
  // The hold that is theirs, also while they change details of it.
  holdId: z.nullable(z.uuid()),
  // The hold whose place the request under this key takes.
  replaces: z.optional(z.nullable(z.uuid())),
  // The total that stood on the page when the seats were asked for; since then, the one that was agreed to.
  shownPrice: z.optional(z.nullable(z.number())),
  // The day and the people of the address that the form has taken over: a reload does not bring them back.
  trip: z.optional(z.string()),
});

export type Draft = z.infer<typeof draftSchema>;

const isDraft = (value: unknown): value is Draft => draftSchema.safeParse(value).success;

/** The draft of this service, or null where there is none, it is of another version, or of another person. */
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

/** After a hold is over (let go, expired, sold out or booked) the next press on the button is a new request. */
export const withNewKey = (draft: Draft): Draft => ({
  ...draft,
  idempotencyKey: crypto.randomUUID(),
  submitted: null,
  stage: 'form',
  holdId: null,
  replaces: null,
});

/** After a refusal: what was held before stays held, and the next request takes its place. */
export const withNextKey = (draft: Draft): Draft => ({
  ...withNewKey(draft),
  holdId: draft.holdId,
  replaces: draft.holdId,
});

/** A kept form under today's rules: a date that has passed becomes tomorrow again. */
function refresh(form: BookingForm, service: Service): BookingForm {
  if (form.serviceDate >= calendarDate(service.timeZone)) return form;
  return { ...form, serviceDate: calendarDate(service.timeZone, 1), slotId: '', dateSettled: false };
}

/** A trip, and the hour that a waiting list leads to. */
type Asked = Trip & { slot: string | null };

function readAsked(params: URLSearchParams): Asked {
  const trip = readTrip(params);
  const slot = z.uuid().safeParse(params.get('slot'));
  return { ...trip, slot: trip.date !== null && slot.success ? slot.data : null };
}

const CHANGEABLE = new Set<Draft['stage']>(['form', 'held']);

/**
 * A search handed its day and its people on: they are what is asked for now, once. Seats that are held keep theirs, unless another day is
 * asked for: then these are chosen anew, and the next request takes the hold's place.
 */
function withTripOf(draft: Draft, trip: Asked): Draft {
  const key = tripKey(trip);
  if (key === null || draft.trip === key) return draft;
  const isOtherDay = trip.date !== null && trip.date !== draft.form.serviceDate;
  // What is being paid, or may be held already, is settled first.
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

/** A trip as the draft remembers it; null where the address asks for nothing. */
const tripKey = (trip: Asked): string | null =>
  trip.date === null && trip.people === null ? null : JSON.stringify(trip);

/** What was booked is over as soon as the address asks for another trip; the same one, or none, is a reload of the ticket. */
const isOver = ({ stage, holdId, trip }: Draft, asked: string | null): boolean =>
  stage === 'booked' && (holdId === null || (asked !== null && asked !== trip));

function open(service: Service, userId: string | null): Draft {
  const kept = readDraft(service.id, userId);
  const trip = readAsked(new URLSearchParams(location.search));
  if (!kept || isOver(kept, tripKey(trip))) return withTripOf(newDraft(userId, emptyForm(service)), trip);
  // What a visitor typed becomes theirs by signing in; a signed-out form stays the property of who filled it in.
  const draft = { ...kept, userId: userId ?? kept.userId };
  // With a hold, its details are being changed.
  const isFree = draft.stage === 'form' && draft.holdId === null;
  return withTripOf(isFree ? { ...draft, form: refresh(draft.form, service) } : draft, trip);
}

/** What stays when the page is left: of a finished booking nothing; where no seats are held, what the address asks for next time wins. */
function leave(serviceId: string, draft: Draft): void {
  if (draft.stage === 'booked') removeText('session', draftKey(serviceId));
  else if (draft.holdId === null) writeDraft(serviceId, { ...draft, trip: undefined });
}

export type DraftStore = { read: () => Draft; update: (change: (draft: Draft) => Draft) => void };

/** The draft outside of rendering: it is written on each keystroke and read when a step of the checkout begins. */
export function useDraft(service: Service, userId: string | null): DraftStore {
  const { id } = service;
  const [box] = useState(() => ({ draft: open(service, userId) }));
  // One object: a new one would run the checkout's step again.
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
