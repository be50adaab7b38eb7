import { bootScriptSource } from './boot-script.ts';

export type HeaderOptions = {
  /** The API's address if it isn't the app's own (VITE_SUPABASE_URL). */
  supabaseUrl?: string | undefined;
  /**
   * The external application form of /regional-partner and its script (VITE_PARTNER_FORM_URL,
   * VITE_PARTNER_FORM_SCRIPT_URL).
   */
  partnerFormUrl?: string | undefined;
  partnerFormScriptUrl?: string | undefined;
  /** Turnstile's site key (VITE_TURNSTILE_SITE_KEY), which allows its script and frame. */
  captchaSiteKey?: string | undefined;
  /** True if the app is served by https, because HSTS on plain http has no effect. */
  https: boolean;
};

/** Returns the build settings (VITE_…) that affect headers. */
export function headerOptions(env: Record<string, string | undefined>): HeaderOptions {
  return {
    supabaseUrl: env.VITE_SUPABASE_URL,
    partnerFormUrl: env.VITE_PARTNER_FORM_URL,
    partnerFormScriptUrl: env.VITE_PARTNER_FORM_SCRIPT_URL,
    captchaSiteKey: env.VITE_TURNSTILE_SITE_KEY,
    // Only the local stack has a Stripe emulator, and it uses plain http.
    https: !env.VITE_STRIPE_EMULATOR_URL,
  };
}

/** Returns the headers of every response of the app's host. The local server and each host's files use this list. */
export function securityHeaders(options: HeaderOptions): Record<string, string> {
  return {
    'Content-Security-Policy': contentSecurityPolicy(options),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(self), microphone=(), geolocation=(), payment=(self "https://js.stripe.com")',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    ...(options.https ? { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' } : {}),
  };
}

/**
 * Returns a setting's origin, or nothing if it is empty. Throws for an invalid address, because a policy must not
 * be guessed.
 */
function originOf(url: string | undefined): string[] {
  if (!url) return [];
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) throw new Error(`"${url}" is not the address of a web page.`);
  return [new URL(url).origin];
}

function contentSecurityPolicy(options: HeaderOptions): string {
  const { supabaseUrl, https } = options;
  const api = supabaseUrl ? [new URL(supabaseUrl).origin, new URL(supabaseUrl).origin.replace(/^http/, 'ws')] : [];
  const files = api.slice(0, 1).map((origin) => `${origin}/storage/v1/`);
  const captcha = options.captchaSiteKey ? ['https://challenges.cloudflare.com'] : [];
  const stripeFrames = ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'];
  const policy: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': [
      "'self'",
      bootScriptSource(),
      'https://js.stripe.com',
      // The QR code reader is WebAssembly (docs/decisions/0060). This keyword allows no other eval.
      "'wasm-unsafe-eval'",
      ...captcha,
      ...originOf(options.partnerFormScriptUrl),
    ],
    // Radix and sonner insert style elements, and nothing that executes can come in this way.
    'style-src': ["'self'", "'unsafe-inline'"],
    'connect-src': ["'self'", ...api, 'https://api.stripe.com', 'https://js.stripe.com'],
    'frame-src': [...stripeFrames, ...captcha, ...originOf(options.partnerFormUrl)],
    // Only our own files are allowed (docs/decisions/0029), because another host would see who looks at a page.
    'img-src': ["'self'", 'data:', 'blob:', ...files],
    'media-src': ["'self'", 'blob:', ...files],
    'font-src': ["'self'"],
    'worker-src': ["'self'", 'blob:'],
    'manifest-src': ["'self'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    'object-src': ["'none'"],
    'frame-ancestors': ["'none'"],
    ...(https ? { 'upgrade-insecure-requests': [] } : {}),
  };
  return Object.entries(policy)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ');
}
