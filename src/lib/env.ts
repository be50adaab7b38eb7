/**
 * Settings that are fixed when the app is built. An empty VITE_SUPABASE_URL means "the same origin": the host
 * forwards /rest, /auth, /storage, /functions and /realtime to the API, which avoids CORS preflights.
 */
export const apiUrl = (import.meta.env.VITE_SUPABASE_URL || ownOrigin()).replace(/\/$/, '');

/** The origin of stored images. Empty if the API has the app's own origin. */
export const mediaOrigin = import.meta.env.VITE_SUPABASE_URL && apiUrl !== globalThis.location?.origin ? apiUrl : '';

/**
 * Returns the page's origin. While public pages are rendered at build, it is the configured one
 * (docs/decisions/0008).
 */
function ownOrigin(): string {
  const given = import.meta.env.SSR ? (globalThis as { territorioApi?: string }).territorioApi : '';
  return given || globalThis.location?.origin || '';
}

export const publishableKey: string =
  import.meta.env.VITE_SUPABASE_PUBLISHABLE_KEY || 'sb_publishable_territorio_local';

export const stripePublishableKey: string = import.meta.env.VITE_STRIPE_PUBLISHABLE_KEY || '';

/** Whether guests see the list of regions without a partner's code. Otherwise they are asked to register first. */
export const openRegions: boolean = import.meta.env.VITE_OPEN_REGIONS === 'true';

/** Cloudflare Turnstile's public key. If set, public forms ask for its proof. */
export const captchaSiteKey: string = import.meta.env.VITE_TURNSTILE_SITE_KEY || '';

/** The public key of Web Push (docs/decisions/0057). If empty, push notifications aren't offered. */
export const pushKey: string = import.meta.env.VITE_VAPID_PUBLIC_KEY || '';

/**
 * The wallets that have certificates and keys (docs/decisions/0066): 'apple' and 'google'. If empty, tickets offer
 * none.
 */
export const wallets: readonly string[] = (import.meta.env.VITE_WALLETS ?? '').split(',');

/** The address of an external application form for partners, with its script. If empty, our own form is used. */
export const partnerFormUrl: string = import.meta.env.VITE_PARTNER_FORM_URL || '';
export const partnerFormScriptUrl: string = import.meta.env.VITE_PARTNER_FORM_SCRIPT_URL || '';
