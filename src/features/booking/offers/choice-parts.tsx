import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { isTransient, textOf } from '@/lib/api/errors';
import { Fresh } from '@/ui/Fresh';
import { FailureAlert } from '@/ui/feedback/FailureAlert';

type OptionProps = { name: string; checked: boolean; onChoose: () => void; children: ReactNode };

/** Shows one of several choices. */
export function Option({ name, checked, onChoose, children }: OptionProps) {
  return (
    <label className="flex min-h-14 cursor-pointer items-center gap-[min(.75rem,2.5vw)] rounded-md border border-line-strong px-[min(1rem,3.5vw)] py-2.5 hover:border-ink has-checked:border-ink has-checked:bg-surface-2 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
      <input type="radio" className="radio" name={name} checked={checked} onChange={onChoose} />
      <span className="min-w-0 flex-1">{children}</span>
    </label>
  );
}

/**
 * Shows a refused or failed answer beside the button, and takes the focus. It is safe to send the answer again.
 * `text` replaces the error's own text.
 */
export function Failure({ error, text }: { error: Error | null; text?: string | undefined }) {
  const { t } = useLingui();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error) box.current?.focus();
  }, [error]);
  if (!error) return null;
  const message = text ?? textOf(error);
  return (
    <div ref={box} tabIndex={-1} className="rounded-md outline-none">
      <FailureAlert error={error} text={message}>
        {isTransient(error) && (
          <Fresh className="block">{t`You can safely try again. Nothing will happen twice.`}</Fresh>
        )}
      </FailureAlert>
    </div>
  );
}
