import { Search } from 'lucide-react';
import { type ReactNode, useEffectEvent, useLayoutEffect, useRef } from 'react';

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
  // What somebody typed into the HTML that the build rendered, before the app took it over.
  const readTyped = useEffectEvent(() => {
    const typed = input.current?.value ?? '';
    if (typed && typed !== value) onChange(typed);
  });
  useLayoutEffect(() => readTyped(), []);
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
