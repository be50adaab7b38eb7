import { ChevronDown } from 'lucide-react';
import { type ComponentType, type Ref, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Field } from '@/ui/form/Field';
import type { PhoneProps } from './PhoneInput';

type Props = {
  label: string;
  id: string;
  hint?: string;
  optional?: boolean;
  error: string | undefined;
  /** E.164, or empty. */
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  disabled: boolean;
  /** The country whose code stands there at first, where it is known. */
  origin?: string | null;
  /** The input itself, for a form that gives the focus to what is wrong. */
  inputRef?: Ref<HTMLInputElement>;
};

/** An international number with its label: the plain input first, the library's when it is there. */
export function PhoneField({ label, id, hint, optional = false, error, ...input }: Props) {
  const { PhoneInput, ref } = usePhoneInput(id, input.value !== '' || Boolean(input.origin));
  const Input = PhoneInput ?? PlainPhone;
  const noted = Boolean(error ?? hint);
  return (
    <div ref={ref}>
      <Field label={label} id={id} error={error} hint={hint} optional={optional}>
        <Input id={id} {...input} describedBy={noted ? `${id}-note` : undefined} invalid={Boolean(error)} />
      </Field>
    </div>
  );
}

/** Guatemala's, the default country of the field. */
const DEFAULT_CODE = '+502';

/** E.164 of what was typed: digits with a plus, under the default code where none was given; empty for the code alone. */
export function toE164(text: string): string {
  const compact = text.replace(/[^\d+]/g, '');
  // A number that was pasted behind the code brings its own.
  const typed = compact.slice(Math.max(0, compact.lastIndexOf('+'))).replace(/^(\+502)?00/, '+');
  const digits = typed.replace(/\D/g, '');
  const number = typed.startsWith('+') ? `+${digits}` : DEFAULT_CODE + digits;
  return number === DEFAULT_CODE || digits === '' ? '' : number;
}

/** The phone field before its library is there. It works: what is typed meanwhile counts. */
function PlainPhone({ id, value, onChange, onBlur, disabled, describedBy, invalid, inputRef }: PhoneProps) {
  return (
    <div className="input-group">
      <span className="addon" aria-hidden="true">
        GT
        <ChevronDown className="size-4 text-ink-2" />
      </span>
      <input
        ref={inputRef}
        id={id}
        type="tel"
        className="input nums"
        autoComplete="tel"
        value={value || DEFAULT_CODE}
        disabled={disabled}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        onBlur={onBlur}
        onChange={(event) => onChange(toE164(event.target.value))}
      />
    </div>
  );
}

const TOUCH = ['pointerover', 'focusin', 'touchstart'] as const;

/**
 * The international phone input, whose library is larger than the rest of the form: it is loaded when the panel is first
 * touched (or at once for a number that is kept), and takes the place of the plain input while nobody types in that.
 */
function usePhoneInput(id: string, atOnce: boolean) {
  const ref = useRef<HTMLDivElement>(null);
  const [PhoneInput, setPhoneInput] = useState<ComponentType<PhoneProps> | null>(null);

  useEffect(() => {
    const panel = ref.current?.closest('section');
    const input = () => document.getElementById(id);
    let live = true;
    const show = (Loaded: ComponentType<PhoneProps>) => {
      if (!live) return;
      if (document.activeElement === input()) input()?.addEventListener('blur', () => show(Loaded), { once: true });
      // At once: who touches the plain input in between would type into one that goes.
      else flushSync(() => setPhoneInput(() => Loaded));
    };
    const stopListening = () => {
      for (const type of TOUCH) panel?.removeEventListener(type, load);
    };
    const load = () => {
      stopListening();
      // Without a connection the plain input stays: it works.
      import('./PhoneInput').then((module) => show(module.default)).catch(() => undefined);
    };
    if (atOnce || !panel) load();
    else for (const type of TOUCH) panel.addEventListener(type, load, { passive: true });
    return () => {
      live = false;
      stopListening();
    };
    // Only how the field opened decides; what is typed later must not load it again.
  }, [id, atOnce]);

  return { PhoneInput, ref };
}
