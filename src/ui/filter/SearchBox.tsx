import { Search } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';

interface Props {
  label: ReactNode;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  maxLength?: number;
  describedBy?: string;
}

/** Shows the search of a public page. It is a form, so that Enter searches even before hydration. */
export function SearchBox({ label, placeholder, value, onChange, maxLength, describedBy }: Props) {
  const input = useRef<HTMLInputElement>(null);
  // Text that someone typed into the built HTML before hydration. It is reported after the layout effects, because the
  // router doesn't navigate before its own.
  const typed = useRef('');
  const tellTyped = useEffectEvent(() => {
    if (typed.current && typed.current !== value) onChange(typed.current);
  });
  useLayoutEffect(() => {
    typed.current = input.current?.value ?? '';
  }, []);
  useEffect(() => tellTyped(), []);
  return (
    <label className="input-icon block">
      <span className="sr-only">{label}</span>
      <Search aria-hidden="true" />
      <input
        ref={input}
        type="search"
        name="q"
        className="input"
        placeholder={placeholder}
        maxLength={maxLength}
        value={value}
        aria-describedby={describedBy}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}
