import { readLimits } from '@territorio/local-supabase/auth/limits';
import { readProjectConfig } from '@territorio/local-supabase/project';
import { HEARD_EVENTS } from '../../supabase/functions/_shared/stripe.ts';
import { walletSettings } from '../../supabase/functions/_shared/wallet/settings.ts';
import { PROJECT } from '../../supabase/local/project.ts';
import { publicKeyOf, type Values } from './settings.ts';

export interface Check {
  what: string;
  /** Null if it is correct, and otherwise the manual step. */
  todo: string | null;
}

/** The services' addresses, for which tests use their own. */
export interface Services {
  management: string;
  stripe: string;
}
export const SERVICES: Services = { management: 'https://api.supabase.com', stripe: 'https://api.stripe.com' };

/** Auth's emails with a link, by the names of their settings. */
const LINK_EMAILS = ['confirmation', 'email_change', 'invite', 'magic_link', 'recovery'];

const WITHIN_MS = 15_000;

const NO_TOKEN = 'Set SUPABASE_ACCESS_TOKEN (Account, Access tokens) and run this again.';

/** The Stripe events that the functions need, as in docs/deployment.md. */
const EVENTS = ['payment_intent.succeeded', 'payment_intent.amount_capturable_updated', ...HEARD_EVENTS];

async function ask(url: string, headers: Record<string, string>): Promise<Record<string, unknown>> {
  const answer = await fetch(url, { headers, signal: AbortSignal.timeout(WITHIN_MS) });
  if (!answer.ok) throw new Error(`${new URL(url).host} answered ${answer.status}`);
  return (await answer.json()) as Record<string, unknown>;
}

/** Runs a check. One that fails to run becomes a manual step with the reason. */
async function check(what: string, run: () => Promise<string | null>): Promise<Check> {
  try {
    return { what, todo: await run() };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : '';
    return {
      what,
      todo: `Could not be asked: ${[error instanceof Error ? error.message : error, cause].filter(Boolean).join(', ')}`,
    };
  }
}

/** Checks the settings against each other and the services. It only reads. */
export async function checkHosted(values: Values, token: string | undefined, at = SERVICES): Promise<Check[]> {
  const { VITE_SUPABASE_URL = '', VITE_SUPABASE_PUBLISHABLE_KEY = '', APP_URL = '', FUNCTIONS_URL = '' } = values;
  const stripe = { authorization: `Bearer ${values.STRIPE_SECRET_KEY}` };
  const host = URL.canParse(APP_URL) ? new URL(APP_URL).host : '';
  const configOf = (service: string, secret: string) => {
    const ref = new URL(VITE_SUPABASE_URL).host.split('.')[0];
    return ask(`${at.management}/v1/projects/${ref}/config/${service}`, { authorization: `Bearer ${secret}` });
  };
  const checks = [
    check('The project answers with this publishable key', async () => {
      await ask(`${VITE_SUPABASE_URL}/auth/v1/settings`, { apikey: VITE_SUPABASE_PUBLISHABLE_KEY });
      return null;
    }),
    check('Site and project keys of Stripe are of one mode', async () => modesOf(values)),
    check('The keys of Web Push belong together', async () => pushTodo(values)),
    check('The wallets of the build have their secrets', async () => walletTodo(values)),
    check('Stripe calls the webhook', async () =>
      webhookTodo(await list(`${at.stripe}/v1/webhook_endpoints?limit=100`, stripe), FUNCTIONS_URL),
    ),
    check('Apple Pay and Google Pay know the domain', async () => {
      const domains = await list(`${at.stripe}/v1/payment_method_domains?domain_name=${host}`, stripe);
      return domains.some(({ enabled }) => enabled === true)
        ? null
        : `Add ${host} at Stripe: Settings, Payment method domains.`;
    }),
    check('The e-mail provider may send for the domain of the sender', async () => senderTodo(values)),
    check('The functions are deployed and the scheduler runs', async () => {
      await ask(`${FUNCTIONS_URL}/reconcile/health`, {});
      return null;
    }),
    check('Auth knows the site, has our emails and an SMTP of its own', async () => {
      return token ? authTodo(await configOf('auth', token), APP_URL) : NO_TOKEN;
    }),
    // Strangers could send each other messages on public channels.
    check('Realtime has private channels only', async () => {
      if (!token) return NO_TOKEN;
      const { private_only } = await configOf('realtime', token);
      return private_only === true ? null : 'Switch off "Allow public access" in Supabase: Realtime, Settings.';
    }),
  ];
  return Promise.all(checks);
}

async function list(url: string, headers: Record<string, string>): Promise<Record<string, unknown>[]> {
  const { data } = await ask(url, headers);
  return Array.isArray(data) ? data : [];
}

function modesOf({ STRIPE_SECRET_KEY = '', VITE_STRIPE_PUBLISHABLE_KEY = '' }: Values): string | null {
  const [, secret] = STRIPE_SECRET_KEY.split('_');
  const [, publishable] = VITE_STRIPE_PUBLISHABLE_KEY.split('_');
  return secret === publishable ? null : `The secret key is of ${secret} mode, the publishable one of ${publishable}.`;
}

function pushTodo({ VAPID_PRIVATE_KEY = '', VITE_VAPID_PUBLIC_KEY = '' }: Values): string | null {
  const expected = VAPID_PRIVATE_KEY ? publicKeyOf(VAPID_PRIVATE_KEY) : '';
  return VITE_VAPID_PUBLIC_KEY === expected
    ? null
    : 'Empty VITE_VAPID_PUBLIC_KEY and run this again: it proposes the one that belongs to VAPID_PRIVATE_KEY.';
}

/** The build offers a wallet and the functions write it, so one without the other is useless. */
function walletTodo(values: Values): string | null {
  const offered = (values.VITE_WALLETS ?? '').split(',');
  const read = walletSettings((name) => values[name]);
  const todo = (['apple', 'google'] as const).flatMap((wallet) => {
    const isSet = read[wallet]() !== null;
    if (isSet === offered.includes(wallet)) return [];
    return isSet
      ? [`add ${wallet} to VITE_WALLETS, its secrets are set`]
      : [`set all secrets of ${wallet} (docs/deployment.md, Wallets), or take it out of VITE_WALLETS`];
  });
  return todo.length === 0 ? null : `${todo.join('; ')}.`.replace(/^./, (first) => first.toUpperCase());
}

function webhookTodo(endpoints: Record<string, unknown>[], functionsUrl: string): string | null {
  const url = `${functionsUrl}/stripe-webhook`;
  const endpoint = endpoints.find((one) => one.url === url && one.status !== 'disabled');
  if (!endpoint) return `Add a webhook to ${url} at Stripe: Developers, Webhooks.`;
  const heard = new Set(endpoint.enabled_events as string[]);
  const missing = heard.has('*') ? [] : EVENTS.filter((event) => !heard.has(event));
  return missing.length === 0 ? null : `Let the webhook hear of ${missing.join(', ')}.`;
}

async function senderTodo({ EMAIL_API_URL = '', EMAIL_API_KEY = '', EMAIL_FROM = '' }: Values): Promise<string | null> {
  const domain = /@([^>\s]+)>/.exec(EMAIL_FROM)?.[1] ?? '';
  const domains = await list(`${EMAIL_API_URL}/domains`, { authorization: `Bearer ${EMAIL_API_KEY}` });
  const found = domains.find(({ name }) => domain === name || domain.endsWith(`.${name}`));
  if (!found) return `Add ${domain} at the e-mail provider, with its SPF and DKIM records.`;
  return found.status === 'verified' ? null : `${domain} is not verified yet: set its SPF and DKIM records.`;
}

function authTodo(auth: Record<string, unknown>, appUrl: string): string | null {
  // Mail scanners would use up Auth's own link, while ours lead to a page with a button.
  const others = LINK_EMAILS.filter(
    (name) => !String(auth[`mailer_templates_${name}_content`]).includes('/callback#token_hash={{ .TokenHash }}'),
  );
  const config = readProjectConfig(PROJECT);
  // The forms and the embedded Auth have the same rules.
  const differing = [
    ['password_min_length', config.auth.minimum_password_length],
    ['smtp_max_frequency', readLimits(config, {}).emailPauseSeconds],
  ].filter(([name, value]) => auth[String(name)] !== value);
  const todo = [
    ...(auth.site_url === appUrl
      ? []
      : [`the site URL is ${auth.site_url || 'empty'}: run \`npx supabase config push\``]),
    ...(others.length === 0
      ? []
      : [`the emails ${others.join(', ')} are not those of supabase/templates: run \`npx supabase config push\``]),
    ...differing.map(
      ([name, value]) =>
        `${name} is ${auth[String(name)] ?? 'not set'} instead of ${value}: run \`npx supabase config push\``,
    ),
    ...(auth.smtp_host
      ? []
      : ['emails of Auth go out by Supabase’s own server, two an hour: set an SMTP under Auth, Emails']),
  ];
  return todo.length === 0 ? null : `${todo.join('; ')}.`;
}
