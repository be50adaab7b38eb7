import { startTransition, useEffect, useOptimistic, useRef } from 'react';

interface Props {
  label: string;
  checked: boolean;
  /** True if only some rows of the group are selected. */
  some?: boolean;
  onChange: (on: boolean) => void;
}

/** Shows a checkbox with a large target and no visible text. It changes at once, before the list renders again. */
export function Tick({ label, checked, some = false, onChange }: Props) {
  const box = useRef<HTMLInputElement>(null);
  const [shown, show] = useOptimistic(checked);
  useEffect(() => {
    if (box.current) box.current.indeterminate = some && !shown;
  }, [some, shown]);
  return (
    <label className="-m-3 grid size-11 flex-none cursor-pointer place-items-center">
      <input
        ref={box}
        type="checkbox"
        className="size-4.5 cursor-pointer accent-accent"
        aria-label={label}
        checked={shown}
        onChange={({ target: { checked: on } }) =>
          startTransition(() => {
            show(on);
            onChange(on);
          })
        }
      />
    </label>
  );
}
