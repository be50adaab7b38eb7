import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { DraftStore } from './draft';
import type { Details } from './dto';
import type { BookingForm } from './form/booking-form';
import { detailsQuery } from './queries';
import type { Service } from './service';

/** The fields that are still empty, as the profile and the last booking have them. */
export function recall(form: BookingForm, details: Details, country: string | null): Partial<BookingForm> {
  return {
    ...(form.whatsappNumber === '' && { whatsappNumber: details?.whatsapp_number ?? '' }),
    ...(form.country === '' && { country: country ?? details?.country ?? '' }),
    ...(form.hotelName === '' && { hotelName: details?.hotel_name ?? '' }),
    ...(!form.speaksSpanish && { speaksSpanish: details?.speaks_spanish ?? false }),
  };
}

/**
 * Fills in once what is known of the person: a second booking asks for nothing twice. What they type wins, and what they change here
 * belongs to this booking: the profile stays as it is.
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
    // A request that is repeated must say the same. After a booking what it said is asked for anew.
    if (!atForm || isPending || isFetching || form.remembered || store.read().stage !== 'form') return;
    const known = Object.entries(recall(form, data ?? null, country)) as [keyof BookingForm, string | boolean][];
    for (const [field, value] of known) setValue(field, value);
    // The profile may come later than the last booking.
    if (data || country) setValue('remembered', true);
  }, [atForm, isPending, isFetching, data, country, store, getValues, setValue]);
}
