import { z } from 'zod';
import { HttpError } from './http.ts';
import { logError } from './log.ts';

/** Throws unless the token is valid. Checks nothing if no secret is set. */
export type CheckCaptcha = (token: string | null | undefined) => Promise<void>;

const verdict = z.object({ success: z.boolean() });
const TIMEOUT_MS = 10_000;

/**
 * Checks with Cloudflare Turnstile. A token works once and for five minutes, and is refused if it can't be checked.
 */
export function turnstile(
  secret: string,
  url = 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
): CheckCaptcha {
  return async (token) => {
    if (!secret) return;
    if (!token || !(await isHuman(secret, token, url))) {
      throw new HttpError(403, 'captcha_failed', "We couldn't confirm that you're human. Please try again.");
    }
  };
}

async function isHuman(secret: string, token: string, url: string): Promise<boolean> {
  try {
    const body = new URLSearchParams({ secret, response: token });
    const answer = await fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(TIMEOUT_MS) });
    return answer.ok && verdict.parse(await answer.json()).success;
  } catch (error) {
    logError(error);
    return false;
  }
}
