import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { waiverVersion } from '@/features/booking/waiver/version';
import { isTransient } from '@/lib/api/errors';
import { sendIdempotent } from '@/lib/api/send-idempotent';
import { E164 } from '@/lib/format/phone';
import { currentLanguage } from '@/lib/i18n/i18n';
import { type LanguageCode, languageOf } from '@/lib/i18n/languages';
import { clearDraft, readDraft, writeDraft } from '@/lib/storage/form-draft';
import {
  type DockDeparture,
  type PaymentMethod,
  SALE_PLACE,
  type Sale,
  type SaleRequest,
  saleBody,
  saleKeys,
  sellWalkUp,
} from './queries';
import { type BookingType, clampPeople, firstChoice, keyOf, peopleLimits, totalOf, typesOf } from './rules';

interface Guest {
  name: string;
  whatsapp: string;
  language: LanguageCode;
  waiver: boolean;
  arrived: boolean;
}
const nobody = (): Guest => ({
  name: '',
  whatsapp: '',
  language: currentLanguage().code,
  waiver: false,
  arrived: false,
});

/** What was typed of the guest before a reload or a sign-in, as far as it can be read. Accepting is asked for anew. */
function guestOf(draft: string): Guest {
  const { name, whatsapp, language } = readDraft(draft)?.values ?? {};
  const kept = nobody();
  return {
    ...kept,
    name: typeof name === 'string' ? name : '',
    whatsapp: typeof whatsapp === 'string' ? whatsapp : '',
    language: (typeof language === 'string' && languageOf(language)?.code) || kept.language,
  };
}

/** Which departure, for whom and for how many: chosen already as far as it can be, and kept inside what is left while seats are sold elsewhere. */
export function useSaleChoice(departures: readonly DockDeparture[]) {
  const [chosen, setChosen] = useState<{ key: string; type: BookingType; people: number } | null>(null);
  const now = chosen ?? firstChoice(departures);
  const of = now && departures.find((one) => keyOf(one) === now.key);
  const types = of ? typesOf(of) : [];
  const type = now && types.includes(now.type) ? now.type : types[0];
  const limits = of && type ? peopleLimits(of, type) : { min: 1, max: 1 };
  const people = clampPeople(now?.people ?? 1, limits);
  const change = (next: Partial<{ key: string; type: BookingType; people: number }>) => {
    if (now) setChosen({ ...now, ...(type && { type }), people, ...next });
  };
  return {
    of,
    types,
    type,
    limits,
    people,
    total: of && type ? totalOf(of, type, people) : 0,
    choose: (one: DockDeparture) => change({ key: keyOf(one) }),
    setType: (next: BookingType) => change({ type: next }),
    setPeople: (next: number) => change({ people: clampPeople(next, limits) }),
  };
}
export type SaleChoice = ReturnType<typeof useSaleChoice>;

/** What is wrong with what is known of the guest, by its field. */
function problemsOf(guest: Guest) {
  return {
    whatsapp: guest.whatsapp && !E164.test(guest.whatsapp) ? t`Please provide a valid WhatsApp number` : undefined,
    waiver: guest.waiver ? undefined : t`Please accept the waiver to continue`,
  };
}

export interface SaleEnd {
  onSold: (sale: Sale) => void;
  /** Without a signal: keeps the sale on the phone, to be sent later. */
  keep?: ((request: SaleRequest) => Promise<void>) | undefined;
}

/** The sale itself: a lost answer is asked for again under the same key, so that nothing is sold twice. */
export function useSale(userId: string, choice: SaleChoice, { onSold, keep }: SaleEnd) {
  const client = useQueryClient();
  const draft = `walk-up-${userId}`;
  const [guest, setGuest] = useState(() => guestOf(draft));
  const [tried, setTried] = useState(false);
  const problems = problemsOf(guest);
  const sell = useMutation({
    mutationFn: async (request: SaleRequest) => {
      if (keep) return keep(request);
      const body = saleBody(request);
      return sendIdempotent(SALE_PLACE, JSON.stringify(body), (key) => sellWalkUp(body, key));
    },
    onSuccess: async (sale) => {
      clearDraft(draft);
      if (!sale) return;
      client.setQueryData(saleKeys.one(userId, sale.sale_id), sale);
      onSold(sale);
      await client.invalidateQueries({ queryKey: saleKeys.all(userId) });
    },
    // Seats and price may be others by now. After a lost answer all stays as it is, to be pressed again.
    onError: (error) => (isTransient(error) ? undefined : client.invalidateQueries({ queryKey: saleKeys.all(userId) })),
  });
  const submit = (method: PaymentMethod) => {
    setTried(true);
    const { of, type, people, total } = choice;
    if (!of || !type || (!keep && problems.whatsapp) || problems.waiver || sell.isPending) return;
    sell.mutate({
      departure: of,
      bookingType: type,
      people,
      method,
      amount: total,
      guestName: guest.name,
      whatsapp: guest.whatsapp,
      language: guest.language,
      waiverVersion,
      arrived: guest.arrived,
    });
  };
  return {
    guest,
    change: (next: Partial<Guest>) => {
      const { name, whatsapp, language, ...rest } = { ...guest, ...next };
      setGuest({ name, whatsapp, language, ...rest });
      writeDraft(draft, { values: { name, whatsapp, language } });
    },
    problems: tried ? problems : { whatsapp: undefined, waiver: undefined },
    submit,
    sell,
  };
}
export type SaleState = ReturnType<typeof useSale>;
