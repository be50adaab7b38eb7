import { authError } from './responses.ts';

const MAX_WRONG = 5;
const WINDOW_MS = 15 * 60_000;
// Made-up addresses must not fill the memory. The oldest one is forgotten first.
const MAX_ADDRESSES = 10_000;
const MAX_ADDRESS = 320;

/**
 * Wrong guesses of the six digits, counted per account: GoTrue counts them per network alone, and networks are cheap. Whoever guesses
 * for somebody else takes from them the digits for a while, not the letter's link.
 */
export class CodeGuesses {
  private readonly wrong = new Map<string, number[]>();

  /** Runs a guess for this address, unless there were too many. It counts from the start, so that many at once are no way around. */
  async limit(email: string, guess: () => Promise<Response>): Promise<Response> {
    if (email.length > MAX_ADDRESS) return authError(400, 'validation_failed', 'Unable to validate email address');
    const address = email.toLowerCase();
    const now = Date.now();
    const recent = (this.wrong.get(address) ?? []).filter((at) => at > now - WINDOW_MS);
    if (recent.length >= MAX_WRONG) return authError(429, 'over_request_rate_limit', 'Too many wrong codes');
    this.remember(address, [...recent, now]);
    const response = await guess();
    if (response.ok) this.wrong.delete(address);
    return response;
  }

  private remember(address: string, guesses: number[]): void {
    this.wrong.delete(address);
    this.wrong.set(address, guesses);
    const [oldest] = this.wrong.keys();
    if (this.wrong.size > MAX_ADDRESSES && oldest !== undefined) this.wrong.delete(oldest);
  }
}
