import type { ProjectConfig } from '../project.ts';
import { Attempts } from './attempts.ts';
import { authError } from './responses.ts';

const FIVE_MINUTES_MS = 5 * 60_000;
const HOUR_MS = 60 * 60_000;

export interface AuthLimits {
  /** Sign-ups and emails that one network may ask for in five minutes, by route, and its failed sign-ins. */
  signInsPerNetwork: number;
  /** Requests for a session from one network in five minutes: refreshes, and sign-ins that succeed. */
  tokensPerNetwork: number;
  /** Opened links and typed codes from one network in five minutes. */
  verificationsPerNetwork: number;
  /** Emails of the whole project in an hour. */
  emailsPerHour: number;
  /** Seconds between two emails to one address (`max_frequency`). */
  emailPauseSeconds: number;
}

/**
 * Returns the limits of hosted projects: [auth.rate_limit] and [auth.email] of config.toml. Behind a proxy all
 * requests come from one network, so AUTH_REQUESTS_PER_NETWORK sets another number for each limit of a network.
 */
export function readLimits({ auth }: ProjectConfig, env: NodeJS.ProcessEnv = process.env): AuthLimits {
  const perNetwork = (configured: number) => Number(env.AUTH_REQUESTS_PER_NETWORK || configured);
  return {
    signInsPerNetwork: perNetwork(auth.rate_limit.sign_in_sign_ups),
    tokensPerNetwork: perNetwork(auth.rate_limit.token_refresh),
    verificationsPerNetwork: perNetwork(auth.rate_limit.token_verifications),
    emailsPerHour: auth.rate_limit.email_sent,
    emailPauseSeconds: seconds(auth.email.max_frequency),
  };
}

/** Parses Go's durations with one unit, such as "1m" and "30s". */
function seconds(duration: string): number {
  const [, amount, unit] = /^(\d+)(s|m|h)$/.exec(duration) ?? [];
  if (!unit) throw new Error(`max_frequency in supabase/config.toml is no duration: ${duration}`);
  return Number(amount) * { s: 1, m: 60, h: 3600 }[unit as 's' | 'm' | 'h'];
}

type Kind = 'signIns' | 'tokens' | 'verifications';

/** The limit that counts a route, as in GoTrue. Each route has its own count, and both ways to verify share one. */
const LIMITED: Record<string, Kind> = {
  'POST /signup': 'signIns',
  'POST /recover': 'signIns',
  'POST /resend': 'signIns',
  'POST /otp': 'signIns',
  'POST /magiclink': 'signIns',
  'PUT /user': 'signIns',
  'POST /token': 'tokens',
  'GET /verify': 'verifications',
  'POST /verify': 'verifications',
};

/** Implements GoTrue's limits of requests by network, and of emails of the whole project. lite 0.10.0 has none. */
export class RequestLimits {
  private readonly counts: Record<Kind, Attempts>;
  private readonly emails: Attempts;

  constructor(limits: AuthLimits) {
    this.counts = {
      signIns: new Attempts(limits.signInsPerNetwork, FIVE_MINUTES_MS),
      tokens: new Attempts(limits.tokensPerNetwork, FIVE_MINUTES_MS),
      verifications: new Attempts(limits.verificationsPerNetwork, FIVE_MINUTES_MS),
    };
    this.emails = new Attempts(limits.emailsPerHour, HOUR_MS);
  }

  /** Counts a request. Returns a refusal if its network has sent too many of this kind. */
  refuse(route: string, client: string): Response | undefined {
    const kind = LIMITED[route];
    const path = route.split(' ')[1];
    if (!kind || this.counts[kind].begin(`${path} ${client}`)) return undefined;
    return authError(429, 'over_request_rate_limit', 'Request rate limit reached');
  }

  /**
   * Answers a request that may send an email, unless the project has sent too many. It counts for every address,
   * with or without an account, so that the refusal reveals nothing, and not if the answer is a refusal.
   */
  async sendEmail(answer: () => Promise<Response>): Promise<Response> {
    const forget = this.emails.begin('');
    if (!forget) return authError(429, 'over_email_send_rate_limit', 'email rate limit exceeded');
    const response = await answer();
    if (!response.ok) forget();
    return response;
  }
}

/** Returns whether a request asks for an email, to any address. `body` is its JSON. */
export function asksForEmail(route: string, body: Record<string, unknown>): boolean {
  if (route === 'PUT /user') return typeof body.email === 'string';
  return (
    ['signup', 'recover', 'resend', 'otp', 'magiclink', 'invite'].some((path) => route === `POST /${path}`) ||
    route === 'GET /reauthenticate'
  );
}
