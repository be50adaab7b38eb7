import { join } from 'node:path';
import { sendToInbox } from '@territorio/local-supabase/mail';
import { startSupabase } from '@territorio/local-supabase/stack';
import { startStripeEmulator } from '@territorio/stripe-emulator/server';
import { PASSWORD_LENGTH } from '../functions/_shared/password.ts';
import { authLanguage, authText } from '../templates/emails.ts';
import { PORT_VARIABLES, type StackConfig } from './config.ts';
import { seedDemoData } from './demo.ts';
import { PROJECT } from './project.ts';
import { localPushKeys } from './push-keys.ts';
import { startTimer } from './timer.ts';

export type StackOptions = {
  /** Loads the demo data into an empty database. */
  seed?: boolean;
  /** Restarts edge functions when their files change. */
  watch?: boolean;
  /** Trades crash safety for speed, for tests. */
  ephemeral?: boolean;
  /** Runs reconciler and outbox every few seconds. Off for tests that call them directly. */
  timer?: boolean;
  /** Also checks that the app's own port is free. */
  app?: boolean;
  /** The longest pause before restarting edge functions that keep dying, for runs that kill them on purpose. */
  slowestRestartMs?: number;
  /** Starts a second process of edge functions that replaces one that dies, for the same runs. */
  spareFunctions?: boolean;
  /** Additional secrets of the functions. */
  functionsEnv?: Record<string, string>;
  /** Called when data and ports are reserved, so that work without a database can begin. */
  onReserved?: () => void;
  /** Ends the start, and stops what runs already. */
  signal?: AbortSignal;
  /** Progress messages of a long start. */
  onStep?: (step: string) => void;
};

export type Stack = {
  config: StackConfig;
  databaseUrl: string;
  /** The same as config.urls.api. */
  url: string;
  stop(): Promise<void>;
};

/** Starts the local Supabase for this project, with Stripe, demo data and the timer. */
export async function startStack(config: StackConfig, options: StackOptions = {}): Promise<Stack> {
  const { ports, keys, urls, dataDir, hosts, emailFrom } = config;
  const { seed, timer: hasTimer = true, app, functionsEnv, ...passedOn } = options;
  const stripe = () =>
    startStripeEmulator({
      port: ports.stripe,
      dataDir: join(dataDir, 'stripe'),
      webhookUrl: `${urls.api}/functions/v1/stripe-webhook`,
      webhookSecret: keys.webhookSecret,
      secretKey: keys.stripeSecret,
      hosts,
    });
  const supabase = await startSupabase(
    {
      project: PROJECT,
      dataDir,
      ports,
      databaseUrl: config.databaseUrl,
      keys,
      siteUrl: urls.app,
      redirectUrls: [`http://localhost:${ports.app}/**`],
      emailFrom,
      emailText: authText,
      emailLanguage: authLanguage,
      laterPasswordLength: PASSWORD_LENGTH.later,
      hosts,
    },
    {
      ...passedOn,
      functionsEnv: { ...secretsOf(config), ...functionsEnv },
      services: [stripe],
      otherPorts: [
        ...(app ? [{ port: ports.app, what: 'the app', variable: PORT_VARIABLES.app }] : []),
        { port: ports.stripe, what: 'the Stripe emulator', variable: PORT_VARIABLES.stripe },
      ],
      sendMail: sendToInbox({ url: urls.inbox, apiKey: keys.emailApiKey, from: emailFrom }),
      seed: seed ? (databaseUrl) => seedDemoData(config, databaseUrl, options.onStep) : undefined,
    },
  );
  const timer = hasTimer
    ? startTimer({ apiUrl: urls.api, publishableKey: keys.publishable, secret: keys.reconcileSecret })
    : undefined;
  const stop = async () => {
    await timer?.stop();
    await supabase.stop();
  };
  return { config, databaseUrl: supabase.databaseUrl, url: urls.api, stop };
}

/** The secrets set with `supabase secrets set` on a hosted project. */
function secretsOf({ urls, keys, emailFrom }: StackConfig): Record<string, string> {
  return {
    SUPABASE_URL: urls.api,
    STRIPE_SECRET_KEY: keys.stripeSecret,
    STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
    STRIPE_API_URL: urls.stripe,
    EMAIL_API_URL: urls.inbox,
    EMAIL_API_KEY: keys.emailApiKey,
    EMAIL_FROM: emailFrom,
    APP_URL: urls.app,
    RECONCILE_SECRET: keys.reconcileSecret,
    VAPID_PRIVATE_KEY: localPushKeys().privateKey,
    // A folder with older keys has none, so its tickets show only their address.
    TICKET_SIGNING_KEY: keys.ticketSigning ?? '',
  };
}
