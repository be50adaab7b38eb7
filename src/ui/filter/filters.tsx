import { Trans, useLingui } from '@lingui/react/macro';
import { Search, X } from 'lucide-react';
import { type ReactNode, startTransition, useId, useOptimistic } from 'react';
import { Button } from '@/ui/Button';
import { cx } from '@/ui/cx';
import { Select } from '@/ui/form/controls';
import type { SelectOption } from '@/ui/form/options';

/** Shows the controls above a table, in one line if they fit. */
export function FilterBar({
  label,
  isSet,
  onClear,
  children,
}: {
  label: string;
  isSet: boolean;
  onClear: () => void;
  children: ReactNode;
}) {
  return (
    <search
      aria-label={label}
      className="grid grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] items-end gap-3 px-4 pb-4 sm:px-5 lg:flex lg:flex-wrap"
    >
      {children}
      {isSet && (
        <Button
          size="sm"
          variant="ghost"
          className="col-span-full -ml-3 min-h-10! justify-self-start"
          icon={<X aria-hidden="true" />}
          onClick={onClear}
        >
          <Trans>Clear filters</Trans>
        </Button>
      )}
    </search>
  );
}

interface TextProps {
  value: string;
  onChange: (value: string) => void;
  /** The label for screen readers, where none is visible. */
  label: string;
  placeholder?: string;
  className?: string;
}

/**
 * Shows a search box, which Escape clears. Pass the immediate state of `useUrlState`. Typed text appears at once,
 * before the page and its list render.
 */
export function SearchFilter({ value, onChange, label, placeholder, className }: TextProps) {
  const id = useId();
  const [text, setText] = useOptimistic(value);
  const type = (typed: string) =>
    startTransition(() => {
      setText(typed);
      onChange(typed);
    });
  return (
    <div className={cx('field col-span-full lg:min-w-48 lg:flex-1', className)}>
      <label className="label text-xs!" htmlFor={id}>
        {label}
      </label>
      <span className="input-icon block">
        <Search aria-hidden="true" />
        <input
          id={id}
          type="search"
          className="input input-sm pl-10!"
          placeholder={placeholder}
          maxLength={100}
          value={text}
          onChange={(event) => type(event.target.value)}
        />
      </span>
    </div>
  );
}

interface SelectProps extends TextProps {
  options: readonly SelectOption[];
}

export function SelectFilter({ value, onChange, label, options, className }: SelectProps) {
  const id = useId();
  return (
    <div className={cx('field lg:w-44', className)}>
      <label className="label text-xs!" htmlFor={id}>
        {label}
      </label>
      <Select
        id={id}
        className="input-sm"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        options={options}
      />
    </div>
  );
}

interface RangeProps {
  from: string;
  to: string;
  onChange: (part: { from?: string; to?: string }) => void;
}

/** Asks for two optional calendar dates. Both are inclusive. */
export function DateRangeFilter({ from, to, onChange }: RangeProps) {
  const { t } = useLingui();
  const reversed = from !== '' && to !== '' && from > to;
  const id = useId();
  const part = (name: 'from' | 'to', words: string, value: string) => (
    <div className="field lg:w-40">
      <label className="label text-xs!" htmlFor={`${id}-${name}`}>
        {words}
      </label>
      <input
        id={`${id}-${name}`}
        type="date"
        className="input input-sm nums"
        min={name === 'to' && from ? from : '2000-01-01'}
        max="2100-12-31"
        value={value}
        aria-invalid={reversed || undefined}
        aria-describedby={reversed ? `${id}-note` : undefined}
        onChange={(event) => onChange({ [name]: event.target.value })}
      />
    </div>
  );
  return (
    <>
      {/* Keeps the two fields together if the bar wraps. */}
      <div className="contents lg:flex lg:gap-3">
        {part('from', t`Start date`, from)}
        {part('to', t`End date`, to)}
      </div>
      {reversed && (
        <p id={`${id}-note`} role="alert" className="err col-span-full lg:self-center">
          <Trans>The end date is before the start date.</Trans>
        </p>
      )}
    </>
  );
}
