import { createECDH, randomBytes } from 'node:crypto';

export type Values = Record<string, string>;

export interface Setting {
  name: string;
  /** The question, and where to find the value. */
  question: string;
  /** Returns the error of a value, or null if it is valid. */
  problem: (value: string) => string | null;
  /** Returns the default, based on values known so far. */
  proposed?: (known: Values) => string;
  optional?: boolean;
}

const matches = (shape: RegExp, say: string) => (value: string) => (shape.test(value) ? null : say);
const site = (value: string) => (/^https:\/\/[^/\s]+$/.test(value) ? null : 'It begins with https:// and has no path.');

export function publicKeyOf(privateKey: string): string {
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(privateKey, 'base64url');
  return curve.getPublicKey('base64url');
}

const file = (begins: string, say: string) => (value: string) =>
  Buffer.from(value, 'base64').toString().trimStart().startsWith(begins) ? null : say;
const ONE_LINE = 'as one line of base64: base64 < file | tr -d "\\n"';
const certificate = file('-----BEGIN CERTIFICATE', `It is a certificate in PEM, ${ONE_LINE}`);

/** See docs/deployment.md, Wallets. All of these may stay empty. */
const WALLET_SETTINGS: readonly Setting[] = [
  {
    name: 'APPLE_PASS_TYPE_ID',
    question: 'Apple Wallet: Pass Type ID (empty: tickets are not offered for it)',
    problem: matches(/^pass\.\S+$/, 'It begins with pass.'),
  },
  {
    name: 'APPLE_TEAM_ID',
    question: 'Apple Wallet: team (Membership)',
    problem: matches(/^\w{10}$/, 'It has 10 characters.'),
  },
  {
    name: 'APPLE_PASS_CERTIFICATE',
    question: `Apple Wallet: certificate of the passes, ${ONE_LINE}`,
    problem: certificate,
  },
  {
    name: 'APPLE_PASS_KEY',
    question: `Apple Wallet: its key, ${ONE_LINE}`,
    problem: file('-----BEGIN', `It is a key in PEM, ${ONE_LINE}`),
  },
  {
    name: 'APPLE_PASS_KEY_PASSPHRASE',
    question: 'Apple Wallet: passphrase of the key, if it has one',
    problem: () => null,
  },
  {
    name: 'APPLE_WWDR_CERTIFICATE',
    question: `Apple Wallet: Apple’s own certificate that has signed it, ${ONE_LINE}`,
    problem: certificate,
  },
  {
    name: 'WALLET_TOKEN_KEY',
    question: 'Apple Wallet: key of the tokens of passes',
    problem: matches(/^[\w-]{43}$/, 'It has 43 characters.'),
    proposed: ({ APPLE_PASS_TYPE_ID = '' }: Values) =>
      APPLE_PASS_TYPE_ID ? randomBytes(32).toString('base64url') : '',
  },
  {
    name: 'GOOGLE_WALLET_ISSUER_ID',
    question: 'Google Wallet: number of the issuer (empty: tickets are not offered for it)',
    problem: matches(/^\d+$/, 'It is a number.'),
  },
  {
    name: 'GOOGLE_WALLET_ACCOUNT',
    question: `Google Wallet: JSON file of the service account, ${ONE_LINE}`,
    problem: file('{', `It is the JSON file of the service account, ${ONE_LINE}`),
  },
].map((setting) => ({ ...setting, optional: true }));

/** The secrets of the edge functions, and the CLI's environment, in supabase/functions/.env. */
export const FUNCTION_SETTINGS: readonly Setting[] = [
  { name: 'APP_URL', question: 'Address of the site (https://…)', problem: site },
  {
    name: 'STRIPE_SECRET_KEY',
    question: 'Stripe secret key (Developers, API keys; a restricted one will do)',
    problem: matches(/^(sk|rk)_(live|test)_\w+$/, 'It begins with sk_ or rk_.'),
  },
  {
    name: 'STRIPE_WEBHOOK_SECRET',
    question: 'Signing secret of the webhook (Developers, Webhooks)',
    problem: matches(/^whsec_\w+$/, 'It begins with whsec_.'),
  },
  {
    name: 'EMAIL_API_URL',
    question: 'E-mail provider, in Resend’s shape',
    problem: site,
    proposed: () => 'https://api.resend.com',
  },
  { name: 'EMAIL_API_KEY', question: 'Key of the e-mail provider', problem: matches(/^\S+$/, 'It has no blanks.') },
  {
    name: 'EMAIL_FROM',
    question: 'Sender of the emails, as Name <address>',
    problem: matches(/^[^<>]*<[^<>@\s]+@[^<>@\s]+\.[^<>@\s]+>$/, 'Write it as: Territorio <bookings@example.com>'),
  },
  {
    name: 'CONTACT_EMAIL',
    question: 'Where messages of the contact page go (empty: to the sender)',
    problem: matches(/^[^<>@\s]+@[^<>@\s]+\.[^<>@\s]+$/, 'It is an e-mail address.'),
    optional: true,
  },
  {
    name: 'TURNSTILE_SECRET_KEY',
    question: 'Turnstile secret key (empty: nobody is asked who is human)',
    problem: matches(/^\S+$/, 'It has no blanks.'),
    optional: true,
  },
  {
    name: 'RECONCILE_SECRET',
    question: 'Secret that the scheduler and the functions share',
    problem: (value) => (value.length >= 16 ? null : 'It has at least 16 characters.'),
    proposed: () => randomBytes(24).toString('base64url'),
  },
  {
    name: 'VAPID_PRIVATE_KEY',
    question: 'Private key of Web Push',
    problem: matches(/^[\w-]{43}$/, 'It has 43 characters.'),
    // Any 32 bytes are a P-256 private key.
    proposed: () => randomBytes(32).toString('base64url'),
  },
  {
    name: 'TICKET_SIGNING_KEY',
    question: 'Private key that tickets are signed with',
    problem: matches(/^[\w-]{43}$/, 'It has 43 characters.'),
    // Any 32 bytes are an Ed25519 key.
    proposed: () => randomBytes(32).toString('base64url'),
  },
  {
    name: 'FUNCTIONS_URL',
    question: 'Address of the functions',
    problem: matches(/^https:\/\/\S+\/functions\/v1$/, 'It ends with /functions/v1.'),
    proposed: ({ VITE_SUPABASE_URL = '' }) => `${VITE_SUPABASE_URL}/functions/v1`,
  },
  ...WALLET_SETTINGS,
];

/** The public build settings, in .env.hosted. */
export const BUILD_SETTINGS: readonly Setting[] = [
  {
    name: 'VITE_SUPABASE_URL',
    question: 'Address of the Supabase project (https://<ref>.supabase.co)',
    problem: site,
  },
  {
    name: 'VITE_SUPABASE_PUBLISHABLE_KEY',
    question: 'Publishable key of the project (Settings, API keys)',
    problem: (value) => {
      if (/^sb_secret_/.test(value)) return 'This is the secret key: it must never reach a browser.';
      return /^(sb_publishable_\S+|ey\S+)$/.test(value) ? null : 'It begins with sb_publishable_.';
    },
  },
  {
    name: 'VITE_STRIPE_PUBLISHABLE_KEY',
    question: 'Stripe publishable key',
    problem: matches(/^pk_(live|test)_\w+$/, 'It begins with pk_.'),
  },
  {
    name: 'VITE_VAPID_PUBLIC_KEY',
    question: 'Public key of Web Push, of the private one',
    problem: matches(/^B[\w-]{86}$/, 'It has 87 characters.'),
    proposed: ({ VAPID_PRIVATE_KEY = '' }) => (VAPID_PRIVATE_KEY ? publicKeyOf(VAPID_PRIVATE_KEY) : ''),
  },
  {
    name: 'VITE_SITE_URL',
    question: 'Address of the site',
    problem: site,
    proposed: ({ APP_URL = '' }) => APP_URL,
  },
  {
    name: 'VITE_WALLETS',
    question: 'Wallets that tickets are offered for (apple, google, or apple,google; empty: none)',
    problem: matches(/^(apple|google|apple,google|google,apple)$/, 'It is apple, google, or apple,google.'),
    proposed: ({ APPLE_PASS_TYPE_ID = '', GOOGLE_WALLET_ISSUER_ID = '' }) =>
      [APPLE_PASS_TYPE_ID && 'apple', GOOGLE_WALLET_ISSUER_ID && 'google'].filter(Boolean).join(','),
    optional: true,
  },
];

export function problemOf(setting: Setting, value: string): string | null {
  if (!value) return setting.optional ? null : 'It is missing.';
  // A shell must be able to read the file as well.
  const unquotable = value.includes("'") && /["$`\\]/.test(value);
  return setting.problem(value) ?? (unquotable ? 'It cannot have an apostrophe beside ", $, ` or \\.' : null);
}

/** Returns the names of missing or invalid values, with the errors. */
export function problemsOf(settings: readonly Setting[], values: Values): { setting: Setting; problem: string }[] {
  return settings.flatMap((setting) => {
    const problem = problemOf(setting, values[setting.name]?.trim() ?? '');
    return problem ? [{ setting, problem }] : [];
  });
}
