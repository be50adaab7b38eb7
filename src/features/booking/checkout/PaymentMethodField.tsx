import { Trans, useLingui } from '@lingui/react/macro';
import { Banknote, CreditCard } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { cx } from '@/ui/cx';
import type { BookingForm } from './draft';

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
        {choices.map((choice) => (
          <label
            key={choice.value}
            className={cx(
              'relative flex min-h-14 items-center gap-2.5 rounded-md border px-3 py-2 text-[.9375rem] has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
              method === choice.value ? 'border-ink bg-ink text-canvas' : 'border-line-strong hover:border-ink',
            )}
          >
            <input
              type="radio"
              value={choice.value}
              {...register('paymentMethod')}
              disabled={disabled}
              className="absolute inset-0 m-0 size-full cursor-pointer appearance-none rounded-md outline-none"
            />
            {choice.icon}
            <span>
              <strong className="block font-semibold">{choice.name}</strong>
              <span className={cx('block text-xs', method === choice.value ? 'text-canvas/80' : 'text-ink-2')}>
                {choice.note}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
