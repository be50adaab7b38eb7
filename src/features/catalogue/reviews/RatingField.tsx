import { Trans, useLingui } from '@lingui/react/macro';
import { CircleAlert, Star } from 'lucide-react';
import { useId } from 'react';
import { cx } from '@/ui/cx';

type Props = {
  value: number;
  onChange: (rating: number) => void;
  error?: string | undefined;
};

/** Shows five stars as radio buttons, which are set with a click or the arrow keys. */
export function RatingField({ value, onChange, error }: Props) {
  const { t } = useLingui();
  const id = useId();
  const words = ['', t`Bad`, t`Not good`, t`All right`, t`Good`, t`Wonderful`];
  return (
    <fieldset className="field" aria-describedby={error ? `${id}-note` : undefined}>
      <legend className="label mb-1.5">
        <Trans>Your rating</Trans>
      </legend>
      <div className="-mx-1.5 flex items-center">
        {[1, 2, 3, 4, 5].map((star) => {
          const word = words[star];
          return (
            <label
              key={star}
              className="grid size-11 cursor-pointer place-items-center rounded-md has-focus-visible:outline-3 has-focus-visible:outline-focus"
            >
              <input
                type="radio"
                name={id}
                value={star}
                checked={value === star}
                className="sr-only"
                aria-label={star === 1 ? t`1 star, ${word}` : t`${star} stars, ${word}`}
                onChange={() => onChange(star)}
              />
              <Star
                aria-hidden="true"
                className={cx('size-8', star <= value ? 'fill-current text-warn' : 'text-line-strong')}
              />
            </label>
          );
        })}
        <span className="ml-2 font-semibold text-ink-2" aria-hidden="true">
          {words[value]}
        </span>
      </div>
      {error && (
        <p className="err" id={`${id}-note`}>
          <CircleAlert aria-hidden="true" />
          <span>{error}</span>
        </p>
      )}
    </fieldset>
  );
}
