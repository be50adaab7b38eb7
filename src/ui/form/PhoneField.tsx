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
  /** The number, as described at `PhoneProps.value`. */
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  disabled: boolean;
  /** The country that the field starts with, if known. */
  origin?: string | null;
  /** Receives the input, so that the form can focus it on an error. */
  inputRef?: Ref<HTMLInputElement>;
};

/** Edits an international phone number. A plain input is replaced once the countries' metadata has loaded. */
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

/** The calling code of Guatemala, the default country. */
const DEFAULT_CODE = '+502';

/**
 * Shows the phone field until its metadata has loaded. It accepts plain Guatemalan numbers. Any other text gets a
 * leading space until it can be read (see `PhoneProps.value`).
 */
function PlainPhone({ id, value, onChange, onBlur, disabled, describedBy, invalid, inputRef }: PhoneProps) {
  const number = value.trimStart() || DEFAULT_CODE;
  return (
    <div className="input-group">
      <span className="addon" aria-hidden="true">
        {/* The plain input stays while someone types, so a foreign number must not look Guatemalan. */}
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
 * Loads the international input when someone first uses the fields around it, because its metadata is larger than the
 * rest of the form. For a saved number it loads at once. It replaces the plain input while no one types there.
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
      // Replaces the input synchronously, before someone can start typing in the plain one.
      else flushSync(() => setPhoneInput(() => Loaded));
    };
    const stopListening = () => {
      for (const type of TOUCH) panel?.removeEventListener(type, load);
    };
    const load = () => {
      // If this fails, the plain input stays, and the next use of the form tries again.
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
    // The first typed character changes `atOnce` and loads again. That costs nothing, because modules are cached.
  }, [id, atOnce]);

  return { PhoneInput, ref };
}
