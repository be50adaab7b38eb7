import { Trans, useLingui } from '@lingui/react/macro';
import { Banknote, CreditCard } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Checkbox } from '@/ui/form/controls';
import { lazyPart } from '@/ui/loading/lazy-part';
import { type BookingForm, fieldId } from './booking-form';
import { ChoiceCard } from './ChoiceCard';

const WaiverDialog = lazyPart(() => import('@/features/booking/waiver/WaiverDialog'));

/** Card or cash, where the experience takes cash on the day. */
export function PaymentMethodField({ disabled }: { disabled: boolean }) {
  const { t } = useLingui();
  const { control, register } = useFormContext<BookingForm>();
  const method = useWatch({ control, name: 'paymentMethod' });
  const choices = [
    { value: 'card', icon: <CreditCard aria-hidden="true" className="size-5" />, name: t`Card`, note: t`Pay now` },
    {
      value: 'cash',
      icon: <Banknote aria-hidden="true" className="size-5" />,
      name: t`Cash`,
      note: t`Pay your guide on the day`,
    },
  ];
  return (
    <fieldset className="field">
      <legend className="label">
        <Trans>How do you want to pay?</Trans>
      </legend>
      <div className="mt-1.5 grid grid-cols-2 gap-2">
        {choices.map(({ value, icon, name, note }) => (
          <ChoiceCard
            key={value}
            {...register('paymentMethod')}
            value={value}
            disabled={disabled}
            chosen={method === value}
            layout="flex items-center gap-2.5 px-3 py-2"
            icon={icon}
            title={name}
            note={note}
          />
        ))}
      </div>
    </fieldset>
  );
}

type WaiverProps = { disabled: boolean; open: boolean; onOpenChange: (open: boolean) => void };

/** The box that must be ticked, and the text behind it. */
export function WaiverField({ disabled, open, onOpenChange }: WaiverProps) {
  const { t } = useLingui();
  const { register, formState, getFieldState, setValue } = useFormContext<BookingForm>();
  const accept = () => {
    setValue('waiverAccepted', true, { shouldValidate: formState.isSubmitted });
    onOpenChange(false);
  };
  return (
    <>
      <div className="relative">
        <Checkbox
          {...register('waiverAccepted')}
          id={fieldId.waiverAccepted}
          disabled={disabled}
          error={getFieldState('waiverAccepted', formState).error?.message}
          label={<Trans>I have read and accept the waiver</Trans>}
        />
        <button
          type="button"
          className="btn-link inline-flex min-h-8 items-center pl-9 text-left text-[.9375rem] font-semibold"
          onClick={() => onOpenChange(true)}
        >
          {t`Waiver and Release of Liability`}
        </button>
      </div>
      {open && <WaiverDialog open onOpenChange={onOpenChange} onAccept={accept} />}
    </>
  );
}
