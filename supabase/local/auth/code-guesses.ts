import { authError } from './responses.ts';

const MAX_WRONG = 5;
const WINDOW_MS = 15 * 60_000;

/**
 * Wrong guesses of the six digits, counted per account: GoTrue counts them per network alone, and networks are cheap. Whoever guesses
 * for somebody else takes from them the digits for a while, not the letter's link.
 */
export class CodeGuesses {
  private readonly wrong = new Map<string, number[]>();

  /** Runs a guess for this address, unless there were too many. It counts from the start, so that many at once are no way around. */
  async limit(email: string, guess: () => Promise<Response>): Promise<Response> {
    const address = email.toLowerCase();
    const now = Date.now();
    const recent = (this.wrong.get(address) ?? []).filter((at) => at > now - WINDOW_MS);
    if (recent.length >= MAX_WRONG) return authError(429, 'over_request_rate_limit', 'Too many wrong codes');
    this.wrong.set(address, [...recent, now]);
    const response = await guess();
    if (response.ok) this.wrong.delete(address);
    return response;
  }
}
