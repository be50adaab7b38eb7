import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from '@supabase/lite';
import type { ProjectConfig } from '../project.ts';
import { currentAuthRequest } from './context.ts';
import type { LinkTokens } from './link-tokens.ts';

export type Mailer = NonNullable<App['_mailer']>;
type Message = { to: string; subject: string; html: string; text?: string };
export type SendMail = (message: Message) => Promise<void>;
/** Returns the plain-text template of an email, by its name in config.toml. */
export type EmailText = (name: string) => string;
/**
 * Returns an email's language, which is `$language` in its template. `redirectTo` is its redirect, and `account`
 * the language in the account's metadata, which is the default.
 */
export type EmailLanguage = (reader: { redirectTo: string; siteUrl: string; account: unknown }) => unknown;

type LinkType = 'signup' | 'invite' | 'recovery' | 'magiclink' | 'email_change';
type Meta = Parameters<Mailer['sendConfirmation']>[3];

/** The name of each email in config.toml. */
const TEMPLATES: Record<LinkType | 'reauthentication', string> = {
  signup: 'confirmation',
  invite: 'invite',
  recovery: 'recovery',
  magiclink: 'magic_link',
  email_change: 'email_change',
  reauthentication: 'reauthentication',
};

/** Used if config.toml has no template. */
const PLAIN = '<p><a href="{{ .ConfirmationURL }}">{{ .ConfirmationURL }}</a></p><p>{{ .Token }}</p>';

export type MailerOptions = {
  project: string;
  templates: ProjectConfig['auth']['email']['template'];
  emailText?: EmailText | undefined;
  emailLanguage?: EmailLanguage | undefined;
  apiUrl: string;
  siteUrl: string;
  send: SendMail;
  links: LinkTokens;
  /** Returns the language in the metadata of this address's account. */
  languageOf: (email: string) => Promise<unknown>;
};

/**
 * Writes auth emails from the project's templates, as hosted projects do. It replaces lite's mailer, whose links
 * always lead to the front page (0.10.0 drops `redirect_to`).
 */
export class AuthMailer implements Mailer {
  private readonly options: MailerOptions;
  private delivered = Promise.resolve();

  constructor(options: MailerOptions) {
    this.options = options;
  }

  sendConfirmation(email: string, token: string, otp: string, meta?: Meta): Promise<void> {
    return this.sendLink('signup', email, token, otp, meta);
  }

  sendRecovery(email: string, token: string, otp: string, meta?: Meta): Promise<void> {
    return this.sendLink('recovery', email, token, otp, meta);
  }

  sendMagicLink(email: string, token: string, otp: string, meta?: Meta): Promise<void> {
    return this.sendLink('magiclink', email, token, otp, meta);
  }

  sendEmailChange(email: string, token: string, otp: string, meta?: Meta): Promise<void> {
    return this.sendLink('email_change', email, token, otp, meta);
  }

  async sendReauthentication(email: string, otp: string): Promise<void> {
    await this.send('reauthentication', email, { Token: otp, Email: email });
  }

  sendInvite(email: string, token: string, otp: string): Promise<void> {
    return this.sendLink('invite', email, token, otp);
  }

  /**
   * Returns GoTrue's own link, which works when it is opened and then redirects to `redirectTo`. It is for admins
   * only.
   */
  linkFor(type: LinkType, token: string, redirectTo: string | undefined): string {
    const link = new URL('/auth/v1/verify', this.options.apiUrl);
    link.searchParams.set('token', this.options.links.seal(type, token));
    link.searchParams.set('type', type);
    link.searchParams.set('redirect_to', redirectTo ?? this.options.siteUrl);
    return link.href;
  }

  /**
   * Responses don't wait for the delivery, because its duration would reveal whether an account exists. Emails are
   * sent one after another, so that the newest of several arrives last.
   */
  private deliver(message: Message): void {
    this.delivered = this.delivered
      .then(() => this.options.send(message))
      .catch((error: unknown) => console.error('Auth: an email was not sent:', error));
  }

  /** Resolves when all requested emails are delivered. */
  async idle(): Promise<void> {
    await this.delivered;
  }

  private async sendLink(type: LinkType, email: string, token: string, otp: string, meta?: Meta): Promise<void> {
    const { redirectTo } = currentAuthRequest();
    await this.send(type, email, {
      ConfirmationURL: this.linkFor(type, token, redirectTo),
      RedirectTo: redirectTo ?? this.options.siteUrl,
      Token: otp,
      TokenHash: this.options.links.seal(type, token),
      Email: meta?.currentEmail ?? email,
      NewEmail: meta?.newEmail ?? email,
    });
  }

  private async send(type: LinkType | 'reauthentication', to: string, values: Record<string, string>): Promise<void> {
    const name = TEMPLATES[type];
    const { project, templates, emailText, emailLanguage } = this.options;
    const template = templates[name];
    const html = template ? readFileSync(join(project, template.content_path), 'utf8') : PLAIN;
    const all = { ...values, SiteURL: this.options.siteUrl };
    const account = await this.options.languageOf(values.Email ?? to);
    const language =
      emailLanguage?.({ redirectTo: values.RedirectTo ?? '', siteUrl: this.options.siteUrl, account }) ?? account;
    this.deliver({
      to,
      subject: fill(template?.subject ?? `Auth: ${name}`, all, language),
      html: fill(html, all, language),
      ...(emailText && { text: fillText(chosen(emailText(name), language), all) }),
    });
  }
}

/** Matches `{{ if eq $language "es" }}…`, `{{ else }}…`, with one text per named language and one for all others. */
const CASE = /\{\{ (?:else )?(?:if eq \$language "(\w+)" )?\}\}(.*?)(?=\{\{ (?:else|end))/gs;

const FIELD = /\{\{\s*\.(\w+)\s*\}\}/g;
type Values = Record<string, string>;

const chosen = (template: string, language: unknown): string =>
  [...template.matchAll(CASE)].find(([, code]) => code === undefined || code === language)?.[2] ?? template;

/**
 * Implements the part of Go's html/template that our templates use: the email's language, and `{{ .Name }}`,
 * escaped by context.
 */
function fill(template: string, values: Values, language: unknown): string {
  return chosen(template, language)
    .replace(/href="[^"]*"/g, (link) => fillLink(link, values))
    .replace(FIELD, (_, name: string) => escapeHtml(values[name] ?? ''));
}

/** In plain text each link has its own line. */
const fillText = (text: string, values: Values): string =>
  text
    .split('\n')
    .map((line) => fillLink(line, values))
    .join('\n');

/** In the fragment of a link every value is percent-encoded. */
function fillLink(link: string, values: Values): string {
  const [page = '', fragment] = link.split('#', 2);
  const filled = page.replace(FIELD, (_, name: string) => escapeHtml(values[name] ?? ''));
  if (fragment === undefined) return filled;
  return `${filled}#${fragment.replace(FIELD, (_, name: string) => encodeURIComponent(values[name] ?? ''))}`;
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
