import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense } from 'react';
import { useFormContext } from 'react-hook-form';
import { Checkbox } from '@/ui/form/controls';
import type { BookingForm } from './draft';
import { fieldId } from './fields';

const WaiverDialog = lazy(() => import('@/features/booking/waiver/WaiverDialog'));

type Props = { disabled: boolean; open: boolean; onOpenChange: (open: boolean) => void };

/** The box that must be ticked, and the text behind it. */
export function WaiverField({ disabled, open, onOpenChange }: Props) {
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
      {open && (
        <Suspense>
          <WaiverDialog open onOpenChange={onOpenChange} onAccept={accept} />
        </Suspense>
      )}
    </>
  );
}
