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
  /** As `PhoneProps.value`. */
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  disabled: boolean;
  /** The initial country, if known. */
  origin?: string | null;
  /** The input, for focusing on errors. */
  inputRef?: Ref<HTMLInputElement>;
};

/** An international number with its label: a plain input first, replaced once the country data is loaded. */
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

/** Guatemala's, the field's default country. */
const DEFAULT_CODE = '+502';

/**
 * The phone field before its metadata is loaded. Accepts plain Guatemalan numbers; any other text is kept with a
 * leading space until it can be read (see `PhoneProps.value`).
 */
function PlainPhone({ id, value, onChange, onBlur, disabled, describedBy, invalid, inputRef }: PhoneProps) {
  const number = value.trimStart() || DEFAULT_CODE;
  return (
    <div className="input-group">
      <span className="addon" aria-hidden="true">
        {/* It has the focus for as long as someone types: a number of another country must not read as Guatemalan. */}
        <span>{isForeign(number) ? '+' : 'GT'}</span>
        <ChevronDown className="size-4 text-ink-2" />
      </span>
      <input
        ref={inputRef}
        id={id}
        type="tel"
        className="input nums"
        autoComplete="tel"
        value={number}
        disabled={disabled}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        onBlur={onBlur}
        onChange={(event) => onChange(plainValue(event.target.value))}
      />
    </div>
  );
}

const isForeign = (number: string): boolean =>
  number.startsWith('+') && !number.startsWith(DEFAULT_CODE) && !DEFAULT_CODE.startsWith(number);

function plainValue(text: string): string {
  const compact = text.replace(/[\s-]/g, '');
  const number = /^[2-7]\d{7}$/.test(compact) ? DEFAULT_CODE + compact : compact;
  if (/^\+502[2-7]\d{7}$/.test(number)) return number;
  return DEFAULT_CODE.startsWith(compact) ? '' : ` ${text.trimStart()}`;
}

const TOUCH = ['pointerover', 'focusin', 'touchstart'] as const;

/**
 * The international phone input. Its metadata is larger than the rest of the form, so it loads when the panel is first
 * used (or immediately for a saved number), and replaces the plain input when nobody types in it.
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
      // Replaced immediately, before the person can start typing into the plain input.
      else flushSync(() => setPhoneInput(() => Loaded));
    };
    const stopListening = () => {
      for (const type of TOUCH) panel?.removeEventListener(type, load);
    };
    const load = () => {
      // Offline the plain input stays until the next use.
      import('./PhoneInput').then(
        (module) => {
          stopListening();
          show(module.default);
        },
        () => undefined,
      );
    };
    if (atOnce || !panel) load();
    for (const type of TOUCH) panel?.addEventListener(type, load, { passive: true });
    return () => {
      live = false;
      stopListening();
    };
    // Only the initial value matters; typing must not load it again.
  }, [id, atOnce]);

  return { PhoneInput, ref };
}
