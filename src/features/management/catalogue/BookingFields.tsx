import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { cx } from '@/ui/cx';
import { useFormContext } from '@/ui/form/Form';
import type { AppForm } from '@/ui/form/use-form';
import { FieldGroup } from './FieldGroup';
import { NumberField } from './NumberField';
import type { OfferValues } from './offer-schema';

/** The limits of a private group, if private bookings are turned off. */
type NoGroup = Pick<OfferValues, 'min_private_guests' | 'max_private_guests'>;

interface Props {
  symbol: string;
  noGroup: NoGroup;
  /** A further field beside the number of spots. */
  children?: ReactNode;
}

/** Asks for the booking type, prices and spots. */
export function BookingFields({ symbol, noGroup, children }: Props) {
  const { t } = useLingui();
  const form = useFormContext<OfferValues>();
  const type = form.values.booking_type;
  useAllForSale(form);
  const price = { symbol, decimal: true };
  return (
    <>
      <BookingTypeField noGroup={noGroup} />
      <div className="grid gap-5 sm:grid-cols-2">
        {type !== 'private' && (
          <NumberField<OfferValues> name="shared_price" label={t`Shared price per person`} {...price} />
        )}
        {type !== 'shared' && (
          <NumberField<OfferValues> name="private_price" label={t`Private price for the group`} {...price} />
        )}
      </div>
      <div
        className={cx(
          'grid grid-cols-[repeat(auto-fit,minmax(min(6.5rem,100%),1fr))] gap-x-4 gap-y-5',
          children ? 'sm:grid-cols-4' : 'sm:grid-cols-3',
        )}
      >
        <NumberField<OfferValues> name="max_spots" label={t`Maximum spots`} />
        <NumberField<OfferValues> name="min_spots" label={t`Minimum spots`} />
        <NumberField<OfferValues>
          name="available_spots"
          label={t`Available spots`}
          hint={t`How many spots you sell, up to the maximum`}
        />
        {children}
      </div>
      {type !== 'shared' && (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(6.5rem,100%),1fr))] gap-x-4 gap-y-5 sm:grid-cols-3">
          <NumberField<OfferValues> name="max_private_guests" label={t`Maximum private guests`} />
          <NumberField<OfferValues> name="min_private_guests" label={t`Minimum private guests`} />
        </div>
      )}
    </>
  );
}

/** All spots are for sale, even if their number changes, until someone holds some back. */
function useAllForSale({ values, setValue }: Pick<AppForm<OfferValues>, 'values' | 'setValue'>) {
  const { max_spots: max, available_spots: available } = values;
  const before = useRef(max);
  useEffect(() => {
    if (Object.is(before.current, max)) return;
    const all = available === null || Object.is(available, before.current);
    before.current = max;
    if (all) setValue('available_spots', max);
  }, [max, available, setValue]);
}

function BookingTypeField({ noGroup }: { noGroup: NoGroup }) {
  const { t } = useLingui();
  const { values, setValue } = useFormContext<OfferValues>();
  const choices = [
    { value: 'shared', label: t`Shared` },
    { value: 'private', label: t`Private` },
    { value: 'both', label: t`Shared and private` },
  ];
  function choose(type: string) {
    setValue('booking_type', type);
    if (type !== 'shared') return;
    setValue('private_price', null);
    setValue('min_private_guests', noGroup.min_private_guests);
    setValue('max_private_guests', noGroup.max_private_guests);
  }
  return (
    <FieldGroup legend={<Trans>Booking type</Trans>}>
      <div className="flex flex-wrap gap-2">
        {choices.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            className="chip whitespace-normal!"
            aria-pressed={values.booking_type === value}
            onClick={() => choose(value)}
          >
            {label}
          </button>
        ))}
      </div>
    </FieldGroup>
  );
}
