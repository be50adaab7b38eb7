import { useCallback, useState } from 'react';
import { calendarDate } from '@/lib/format/dates';
import { type BookingForm, type Draft, newDraft, readDraft, writeDraft } from './draft';
import { fillPassengers } from './passengers/passengers';
import { initialParty } from './people';
import type { Service } from './types';

/** The form as it opens: tomorrow, the fewest people, nothing about the person (spec part 2, "Form rules"). */
export function emptyForm(service: Service, now?: Date): BookingForm {
  const { people, type } = initialParty(service);
  return {
    serviceDate: calendarDate(service.timeZone, 1, now),
    timeslotId: '',
    bookingType: type,
    typeChosen: false,
    numPeople: people,
    paymentMethod: 'card',
    whatsappNumber: '',
    country: '',
    hotelName: '',
    speaksSpanish: false,
    waiverAccepted: false,
    passport: null,
    passengers: service.kind === 'transport' ? fillPassengers([], people) : [],
    booker: { name: '', email: '' },
  };
}

/** A kept form under today's rules: a date that has passed becomes tomorrow again. */
function refresh(form: BookingForm, service: Service): BookingForm {
  if (form.serviceDate >= calendarDate(service.timeZone)) return form;
  return { ...form, serviceDate: calendarDate(service.timeZone, 1), timeslotId: '' };
}

function open(service: Service, userId: string | null): Draft {
  const kept = readDraft(service.id, userId);
  if (!kept) return newDraft(userId, emptyForm(service));
  // What a guest typed becomes theirs by signing in; a signed-out form stays the property of who filled it in.
  const draft = { ...kept, userId: userId ?? kept.userId };
  return draft.stage === 'form' ? { ...draft, form: refresh(draft.form, service) } : draft;
}

export type DraftStore = { read: () => Draft; update: (change: (draft: Draft) => Draft) => void };

/** The draft outside of rendering: it is written on each keystroke and read when a step of the checkout begins. */
export function useDraft(service: Service, userId: string | null): DraftStore {
  const [box] = useState(() => ({ draft: open(service, userId) }));
  const read = useCallback(() => box.draft, [box]);
  const update = useCallback(
    (change: (draft: Draft) => Draft) => {
      box.draft = change(box.draft);
      writeDraft(service.id, box.draft);
    },
    [box, service.id],
  );
  return { read, update };
}
