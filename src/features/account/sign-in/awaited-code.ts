import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { hasTexts } from '@/lib/format/has-texts';
import { readJson, removeText, writeJson } from '@/lib/storage/storage';

/** As long as an email's digits are valid. */
const MAX_AGE_MS = 3_600_000;

/** Why the person asked for the email. */
type Purpose = 'sign-up' | 'recovery' | 'ownership';

interface Stored {
  email: string;
  at: number;
}

const isStored = (value: unknown): value is Stored =>
  hasTexts(value, 'email') && 'at' in value && typeof value.at === 'number';

const keyOf = (purpose: Purpose) => `territorio-code-${purpose}`;

function read(purpose: Purpose): string | null {
  const stored = readJson('session', keyOf(purpose), isStored);
  return stored && Date.now() - stored.at < MAX_AGE_MS ? stored.email : null;
}

/**
 * Keeps the address to which this tab sent an email with digits, so that their field reappears after a reload. Only
 * the address is kept, never a password or digits.
 */
export function useAwaitedCode(purpose: Purpose) {
  const [email, setEmail] = useState(() => read(purpose));
  return {
    email,
    remember: (sentTo: string) => {
      writeJson('session', keyOf(purpose), { email: sentTo, at: Date.now() } satisfies Stored);
      setEmail(sentTo);
    },
    forget: () => {
      removeText('session', keyOf(purpose));
      setEmail(null);
    },
  };
}

const SENT = 'sent';

/**
 * Does the same for a page that first asks for the address and then for the digits. The step is in the URL, so that
 * a reload and a change of language keep it, and the back button and any link to the page lead to the form.
 */
export function useCodePage(purpose: Purpose) {
  const awaited = useAwaitedCode(purpose);
  const [params, setParams] = useSearchParams();
  const show = (sent: boolean, state: unknown) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (sent) after.set(SENT, '1');
        else after.delete(SENT);
        return after;
      },
      { state },
    );
  return {
    sentTo: params.has(SENT) ? awaited.email : null,
    onSent: (email: string, state: unknown) => {
      awaited.remember(email);
      show(true, state);
    },
    onBack: (state: unknown) => {
      awaited.forget();
      show(false, state);
    },
    forget: awaited.forget,
  };
}
