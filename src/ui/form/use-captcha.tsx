import { msg } from '@lingui/core/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { AppError } from '@/lib/api/errors';
import { captchaSiteKey } from '@/lib/env';
import { i18n } from '@/lib/i18n/i18n';

const SCRIPT = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit';

/** The part of Turnstile's API that the app uses. */
interface Turnstile {
  render(box: HTMLElement, options: Record<string, unknown>): string;
  remove(widget: string): void;
}
declare global {
  interface Window {
    turnstile?: Turnstile;
  }
}

const failed = () =>
  new AppError('captcha_failed', i18n._(msg`We couldn't confirm that you're human. Please try again.`));

let loading: Promise<Turnstile> | null = null;

function load(): Promise<Turnstile> {
  loading ??= new Promise<Turnstile>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = SCRIPT;
    script.async = true;
    script.onload = () => (window.turnstile ? resolve(window.turnstile) : reject(failed()));
    script.onerror = () => {
      script.remove();
      loading = null;
      reject(failed());
    };
    document.head.append(script);
  });
  return loading;
}

interface Captcha {
  /** The place in which Turnstile shows a challenge. Null without a key. */
  captcha: ReactNode;
  /** Returns a new token for one request, or undefined without a key. Throws 'captcha_failed'. */
  captchaToken: () => Promise<string | undefined>;
}

/**
 * Returns Turnstile for a form. The script loads when someone uses the form, and submitting requests a token. Without a
 * key nothing loads.
 */
export function useCaptcha(): Captcha {
  const box = useRef<HTMLDivElement>(null);
  const widget = useRef<string | null>(null);
  useEffect(() => {
    const form = box.current?.closest('form');
    const warm = () => void load().catch(() => undefined);
    form?.addEventListener('focusin', warm, { once: true });
    return () => form?.removeEventListener('focusin', warm);
  }, []);
  const captchaToken = async () => {
    if (!captchaSiteKey) return undefined;
    const turnstile = await load();
    // A token works once, so each request gets its own widget.
    if (widget.current) turnstile.remove(widget.current);
    return new Promise<string>((resolve, reject) => {
      if (!box.current) return reject(failed());
      widget.current = turnstile.render(box.current, {
        sitekey: captchaSiteKey,
        appearance: 'interaction-only',
        size: 'flexible',
        retry: 'never',
        callback: resolve,
        'error-callback': () => {
          reject(failed());
          return true;
        },
        'timeout-callback': () => reject(failed()),
      });
    });
  };
  return { captcha: captchaSiteKey ? <div ref={box} className="empty:hidden" /> : null, captchaToken };
}
