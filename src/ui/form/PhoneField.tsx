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
  /** The value, as in `PhoneProps.value`. */
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  disabled: boolean;
  /** The initial country, if known. */
  origin?: string | null;
  /** The input, which is focused on errors. */
  inputRef?: Ref<HTMLInputElement>;
};

/** Edits an international number. It starts as a plain input, which is replaced once the country data has loaded. */
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

/** The code of Guatemala, which is the field's default country. */
const DEFAULT_CODE = '+502';

/**
 * Shows the phone field before its metadata has loaded. It accepts plain Guatemalan numbers. Any other text is kept
 * with a leading space until it can be read (see `PhoneProps.value`).
 */
function PlainPhone({ id, value, onChange, onBlur, disabled, describedBy, invalid, inputRef }: PhoneProps) {
  const number = value.trimStart() || DEFAULT_CODE;
  return (
    <div className="input-group">
      <span className="addon" aria-hidden="true">
        {/* The plain input stays as long as someone types in it, so a number of another country must not look
            Guatemalan. */}
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
 * Loads the international phone input when the panel is first used (or at once for a saved number), because its
 * metadata is larger than the rest of the form. It replaces the plain input when no one is typing in it.
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
      // The input is replaced at once, before the person can start typing into the plain one.
      else flushSync(() => setPhoneInput(() => Loaded));
    };
    const stopListening = () => {
      for (const type of TOUCH) panel?.removeEventListener(type, load);
    };
    const load = () => {
      // While offline, the plain input stays until the next use.
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
    // Only the initial value matters, because typing must not load it again.
  }, [id, atOnce]);

  return { PhoneInput, ref };
}
