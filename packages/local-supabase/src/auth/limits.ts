import type { ProjectConfig } from '../project.ts';

export interface AuthLimits {
  /** Failed attempts to sign in from one network in five minutes (`sign_in_sign_ups`). */
  signInsPerNetwork: number;
  /** Seconds between two emails to one address (`max_frequency`). */
  emailPauseSeconds: number;
}

/**
 * Returns the limits of hosted projects: [auth.rate_limit] and [auth.email] of config.toml. Behind a proxy all
 * requests come from one network, so AUTH_SIGN_INS_PER_NETWORK sets another number.
 */
export function readLimits({ auth }: ProjectConfig, env: NodeJS.ProcessEnv = process.env): AuthLimits {
  return {
    signInsPerNetwork: Number(env.AUTH_SIGN_INS_PER_NETWORK || auth.rate_limit.sign_in_sign_ups),
    emailPauseSeconds: seconds(auth.email.max_frequency),
  };
}

/** Parses Go's durations with one unit, such as "1m" and "30s". */
function seconds(duration: string): number {
  const [, amount, unit] = /^(\d+)(s|m|h)$/.exec(duration) ?? [];
  if (!unit) throw new Error(`max_frequency in supabase/config.toml is no duration: ${duration}`);
  return Number(amount) * { s: 1, m: 60, h: 3600 }[unit as 's' | 'm' | 'h'];
}
