import { Trans } from '@lingui/react/macro';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';

/** The time for which 'Copied!' is visible, in milliseconds. */
const COPIED_MS = 2000;

/**
 * Copies a text that is also in a field beside the button. Without access to the clipboard it calls `onBlocked`, which
 * should select the field.
 */
export function CopyButton({ text, onBlocked }: { text: string; onBlocked: () => void }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      onBlocked();
    }
  }
  return (
    <button
      type="button"
      className="flex min-h-12 items-center gap-2 border-l border-line px-3.5 text-sm font-semibold hover:bg-surface-2"
      onClick={() => void copy()}
    >
      {copied ? <Check aria-hidden="true" className="size-4" /> : <Copy aria-hidden="true" className="size-4" />}
      <span aria-live="polite">{copied ? <Trans>Copied!</Trans> : <Trans>Copy</Trans>}</span>
    </button>
  );
}
