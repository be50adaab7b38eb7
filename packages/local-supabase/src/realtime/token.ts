import { createHmac, timingSafeEqual } from 'node:crypto';

type DatabaseRole = 'anon' | 'authenticated' | 'service_role';

/** The claims of a verified access token. `exp` is in seconds. */
export interface Claims {
  role: DatabaseRole;
  exp?: number;
  [claim: string]: unknown;
}

export type Verify = (token: string) => Promise<Claims>;

export interface Keys {
  publishableKey: string;
  secretKey?: string;
}

/** API keys are roles. Everything else must be a token that `verify` accepts. */
export async function identify(token: string, keys: Keys, verify: Verify): Promise<Claims> {
  if (token === keys.publishableKey) return { role: 'anon' };
  if (keys.secretKey && token === keys.secretKey) return { role: 'service_role' };
  return await verify(token);
}

function decodePart(part: string): Record<string, unknown> {
  const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  if (typeof value !== 'object' || value === null) throw new Error('Malformed JWT');
  return value as Record<string, unknown>;
}

/** Returns a verifier for HS256, with which @supabase/lite 0.10 signs its access tokens. */
export function hs256Verifier(secret: string): Verify {
  return async (token) => {
    const [header, body, signature, ...rest] = token.split('.');
    if (!header || !body || !signature || rest.length > 0) throw new Error('Malformed JWT');
    if (decodePart(header).alg !== 'HS256') throw new Error('Unsupported JWT algorithm');
    const expected = createHmac('sha256', secret).update(`${header}.${body}`).digest();
    const given = Buffer.from(signature, 'base64url');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new Error('Invalid JWT signature');
    return checkedClaims(decodePart(body));
  };
}

function checkedClaims(claims: Record<string, unknown>): Claims {
  const { exp, role } = claims;
  if (role !== 'anon' && role !== 'authenticated' && role !== 'service_role') throw new Error('Unknown role in JWT');
  if (exp === undefined) return { ...claims, role };
  if (typeof exp !== 'number') throw new Error('Malformed JWT');
  if (exp * 1000 <= Date.now()) throw new Error('Token has expired');
  return { ...claims, role, exp };
}
