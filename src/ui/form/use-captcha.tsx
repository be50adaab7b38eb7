import { msg } from '@lingui/core/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { AppError } from '@/lib/api/errors';
import { captchaSiteKey } from '@/lib/env';
import { i18n } from '@/lib/i18n/i18n';

const SCRIPT = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit';

/** The parts of Turnstile's API that we use. */
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
  new AppError('captcha_failed', i18n._(msg`We couldn't check that you're human. Please try again.`));

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
  /** Where Turnstile shows a challenge, or null without a key. */
  captcha: ReactNode;
  /** Returns a new token for one request, or undefined without a key. Throws 'captcha_failed'. */
  captchaToken: () => Promise<string | undefined>;
}

/**
 * Provides Turnstile for a form. Its script loads when the form is used, and a token on submit. Without a key
 * nothing is loaded.
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
    // A token works once, so each request has its own widget.
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
