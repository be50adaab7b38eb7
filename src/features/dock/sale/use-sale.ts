import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { z } from 'zod/mini';
import { waiverVersion } from '@/features/booking/waiver/version';
import { AppError, isTransient } from '@/lib/api/errors';
import { sendIdempotent } from '@/lib/api/send-idempotent';
import { currentLanguage } from '@/lib/i18n/i18n';
import { LANGUAGES } from '@/lib/i18n/languages';
import { optionalPhone } from '@/ui/form/phone-rules';
import { optionalText } from '@/ui/form/text-rules';
import { type AppForm, useForm } from '@/ui/form/use-form';
import {
  type DockDeparture,
  METHODS,
  type PaymentMethod,
  SALE_PLACE,
  type Sale,
  type SaleRequest,
  saleBody,
  saleKeys,
  sellAtDock,
} from './queries';
import { clampPeople, firstChoice, keyOf, peopleLimits, totalOf, typesOf, USUAL_PEOPLE } from './rules';

export const MAX_NAME = 120;

/** `bare` means that the sale is offline and has no name or number. */
const schemaOf = (bare: boolean) =>
  z.object({
    /** Null until the seller chooses, which means the first departure with seats. */
    departure: z.nullable(z.string()),
    bookingType: z.nullable(z.enum(['shared', 'private'])),
    people: z.nullable(z.number()),
    method: z.enum(METHODS),
    name: optionalText(MAX_NAME),
    whatsapp: bare ? z.string() : optionalPhone(() => t`Please enter a valid WhatsApp number`),
    language: z.enum(LANGUAGES.map(({ code }) => code)),
    waiver: z.boolean().check(z.refine((accepted) => accepted, t`Please accept the waiver to continue`)),
    arrived: z.boolean(),
  });
/** A guest who hasn't paid yet needs a name, so that the guide finds them on the list. */
const namedOf = (bare: boolean) =>
  schemaOf(bare).check(({ value, issues }) => {
    if ((value.method === 'due' || value.method === 'link') && value.name.trim() === '')
      issues.push({ code: 'custom', path: ['name'], message: t`Please enter the guest's name`, input: value });
  });
type SaleValues = z.infer<ReturnType<typeof schemaOf>>;

const nobody = (): SaleValues => ({
  departure: null,
  bookingType: null,
  people: null,
  method: 'cash',
  name: '',
  whatsapp: '',
  language: currentLanguage().code,
  waiver: false,
  arrived: false,
});

function choiceOf(departures: readonly DockDeparture[], values: SaleValues) {
  const first = firstChoice(departures);
  const key = values.departure ?? (first && keyOf(first));
  const of = departures.find((one) => keyOf(one) === key);
  const types = of ? typesOf(of) : [];
  const type = types.find((one) => one === values.bookingType) ?? types[0];
  const limits = of && type ? peopleLimits(of, type) : { min: 1, max: 1 };
  const people = clampPeople(values.people ?? USUAL_PEOPLE, limits);
  return {
    of,
    types,
    type,
    limits,
    people,
    total: of && type ? totalOf(of, type, people) : 0,
    /** The requested number of seats that is no longer available. */
    missed: {
      people: values.people !== null && values.people > people ? values.people : null,
      private: values.bookingType === 'private' && type === 'shared',
    },
  };
}

export type SaleChoice = ReturnType<typeof choiceOf>;

export const seatsGone = () => new AppError('sold_out', t`There are no seats left. Please choose another departure.`);

export interface SaleEnd {
  onSold: (sale: Sale) => void;
  /** While offline, stores the sale on the phone to be sent later, and returns its key. */
  keep?: ((request: SaleRequest) => Promise<string>) | undefined;
  onKept: (key: string) => void;
}

/**
 * Manages a dock sale. Choices and typed text survive a reload, an expired session and a lost connection, but the
 * waiver has to be accepted again. After a lost response the request is repeated with the same key, so that nothing
 * is sold twice.
 */
export function useSale(userId: string, departures: readonly DockDeparture[], { onSold, keep, onKept }: SaleEnd) {
  const client = useQueryClient();
  const finish = useRef(async () => undefined as unknown);
  const form: AppForm<SaleValues> = useForm({
    schema: namedOf(keep !== undefined),
    values: nobody(),
    draft: `dock-sale-${userId}`,
    neverKept: ['waiver', 'method'],
    save: async (values) => {
      const { of, type, people, total } = choice;
      if (!of || !type) throw seatsGone();
      const request = requestOf(values, of, { bookingType: type, people, amount: total });
      if (keep) {
        const key = await keep(request);
        finish.current = async () => onKept(key);
        return;
      }
      const body = saleBody(request);
      const sale = await sendIdempotent(SALE_PLACE, JSON.stringify(body), (key) => sellAtDock(body, key)).catch(
        async (error) => {
          // The seats and price may have changed, so they are refetched. After a lost response everything stays as
          // it is, to be repeated.
          if (!isTransient(error)) await client.invalidateQueries({ queryKey: saleKeys.all(userId) });
          throw error;
        },
      );
      client.setQueryData(saleKeys.one(userId, sale.sale_id), sale);
      finish.current = async () => {
        onSold(sale);
        await client.invalidateQueries({ queryKey: saleKeys.all(userId) });
      };
    },
    next: nobody,
    onSaved: () => finish.current(),
  });
  const choice = choiceOf(departures, form.values);
  const change = (values: Partial<SaleValues>) => {
    for (const [name, value] of Object.entries(values)) form.setValue(name as keyof SaleValues, value);
  };
  /** From now on the choice is fixed, whatever others sell. A number that the departure doesn't allow stays as chosen. */
  const fix = () => {
    const { of, type, people } = choice;
    const { departure, bookingType, people: chosen } = form.values;
    change({ departure: of ? keyOf(of) : departure, bookingType: type ?? bookingType, people: chosen ?? people });
  };
  return {
    form,
    choice,
    change: (values: Partial<SaleValues>) => {
      fix();
      change(values);
    },
    /** Another departure begins with its own type, and with the number of people only if the seller chose one. */
    chooseDeparture: (departure: string) => change({ departure, bookingType: null }),
    /** Keeps the service and its time for another day. If they don't run then, the seller has to choose. */
    changeDay: (date: string | null) => {
      const { of } = choice;
      change({ departure: of && date ? keyOf({ ...of, service_date: date }) : null, bookingType: null });
    },
    /** Sets the payment method before the form is sent. */
    payBy: (method: PaymentMethod) => {
      fix();
      change({ method });
    },
    offline: keep !== undefined,
  };
}
export type SaleState = ReturnType<typeof useSale>;

const requestOf = (
  { method, name, whatsapp, language, arrived }: SaleValues,
  departure: DockDeparture,
  priced: Pick<SaleRequest, 'bookingType' | 'people' | 'amount'>,
): SaleRequest => ({ ...priced, departure, method, guestName: name, whatsapp, language, waiverVersion, arrived });
