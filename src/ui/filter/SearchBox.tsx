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

/** The search of a public page. It stands in a form, so that Enter searches before the app has started too. */
export function SearchBox({ label, placeholder, value, onChange, maxLength, describedBy }: Props) {
  const input = useRef<HTMLInputElement>(null);
  // What somebody typed into the HTML that the build rendered, before the app took it over. It is told after the layout effects: until
  // those have run, the router of a component above does not navigate.
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
