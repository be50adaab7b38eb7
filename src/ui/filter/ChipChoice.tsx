import { cx } from '@/ui/cx';

interface Props<Value extends string> {
  /** The name of the group, for screen readers. */
  label: string;
  options: readonly { value: Value; label: string; count?: number | undefined }[];
  chosen: Value;
  onChange: (value: Value) => void;
  className?: string;
}

/** Offers a choice between the lists that the table below can show. */
export function ChipChoice<Value extends string>({ label, options, chosen, onChange, className }: Props<Value>) {
  return (
    <fieldset className={cx('flex flex-wrap gap-2 p-4 sm:px-5', className)}>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className="chip"
          aria-pressed={option.value === chosen}
          onClick={() => onChange(option.value)}
        >
          {option.label}
          {Boolean(option.count) && <span className="nums font-semibold">{option.count}</span>}
        </button>
      ))}
    </fieldset>
  );
}
