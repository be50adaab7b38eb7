import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { DraftStore } from './draft';
import type { Details } from './dto';
import type { BookingForm } from './form/booking-form';
import { detailsQuery } from './queries';
import type { Service } from './service';

/** Returns values for the empty fields, from the profile and the last booking. */
export function recall(form: BookingForm, details: Details, country: string | null): Partial<BookingForm> {
  return {
    ...(form.whatsappNumber === '' && { whatsappNumber: details?.whatsapp_number ?? '' }),
    ...(form.country === '' && { country: country ?? details?.country ?? '' }),
    ...(form.hotelName === '' && { hotelName: details?.hotel_name ?? '' }),
    ...(!form.speaksSpanish && { speaksSpanish: details?.speaks_spanish ?? false }),
  };
}

/**
 * Prefills the form once with the person's known details. Values that they type win and apply only to this booking,
 * so the profile doesn't change.
 */
export function useRemembered(
  service: Service,
  store: DraftStore,
  userId: string | null,
  country: string | null,
  atForm: boolean,
  { getValues, setValue }: UseFormReturn<BookingForm>,
): void {
  const { data, isPending, isFetching } = useQuery({
    ...detailsQuery(userId ?? '', service.territoryId),
    enabled: userId !== null,
  });
  useEffect(() => {
    const form = getValues();
    // A repeated request must be identical, so nothing is prefilled during a request. The data is refetched
    // after each booking.
    if (!atForm || isPending || isFetching || form.remembered || store.read().stage !== 'form') return;
    const known = Object.entries(recall(form, data ?? null, country)) as [keyof BookingForm, string | boolean][];
    for (const [field, value] of known) setValue(field, value);
    // The profile may load later than the last booking, so we wait for both.
    if (data || country) setValue('remembered', true);
  }, [atForm, isPending, isFetching, data, country, store, getValues, setValue]);
}
