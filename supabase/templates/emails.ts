import type { I18n } from '@lingui/core';
import { LANGUAGES, type Language, SOURCE, withPrefix } from '../functions/_shared/languages.ts';
import { mailContext, translator } from '../functions/_shared/mail/context.ts';
import { type EmailContent, write } from '../functions/_shared/mail/layout.ts';

// The auth service's emails, HTML templates with marks such as {{ .Email }}. Written from here with the layout of all
// other emails: change a text and run `npx vitest run --project functions tests/functions/auth-mails.test.ts -u`. Each
// file and subject (supabase/config.toml) has every language: Auth chooses by the page that requested it, otherwise by
// `user_metadata.language` (docs/rules/screens.md, Languages).

/** A placeholder for the link while the layout checks addresses. */
const LINK = 'https://auth.invalid/link';

/**
 * The `verifyOtp` type of each email's link. The link opens a page of the app with a button, which redeems the token by
 * a POST: mail scanners open every link, and would use up Auth's own {{ .ConfirmationURL }}
 * (docs/decisions/0029-own-files-and-sessions.md).
 */
const LINK_TYPES: Record<string, string> = {
  confirmation: 'signup',
  email_change: 'email_change',
  invite: 'invite',
  magic_link: 'magiclink',
  recovery: 'recovery',
};
const EMAIL = { email: '{{ .Email }}' };
const EMAILS = { ...EMAIL, newEmail: '{{ .NewEmail }}' };

interface Wording {
  subject: string;
  heading: string;
  text: string;
  action?: string;
  /** The text before the six digits, which a page accepts instead of the link. */
  code?: string;
  footer: string;
}

const ignoreOf = (i18n: I18n) => i18n.t("If you didn't ask for this, you can ignore this email.");
const codeOf = (i18n: I18n) =>
  i18n.t('Or enter this code on the page the link opens, or where you asked for it. Only the most recent email works.');

/** The texts by file name. */
const wordings: Record<string, (i18n: I18n) => Wording> = {
  confirmation: (i18n) => ({
    subject: i18n.t('Confirm your email for Territorio'),
    heading: i18n.t('Confirm your email'),
    text: i18n.t('Welcome! Confirm {email} with one click to book experiences and rides all over Guatemala.', EMAIL),
    action: i18n.t('Confirm my email'),
    code: codeOf(i18n),
    footer: ignoreOf(i18n),
  }),
  email_change: (i18n) => ({
    subject: i18n.t('Confirm your new email for Territorio'),
    heading: i18n.t('Confirm your new email'),
    text: i18n.t('Please confirm that you want to change your account email from {email} to {newEmail}.', EMAILS),
    action: i18n.t('Confirm the change'),
    footer: i18n.t("If this wasn't you, don't open the link, and change your password."),
  }),
  invite: (i18n) => ({
    subject: i18n.t('Your invitation to Territorio'),
    heading: i18n.t("You're invited"),
    text: i18n.t(
      'Someone at Territorio has invited {email} to join. Follow the link to accept and choose a password.',
      EMAIL,
    ),
    action: i18n.t('Accept the invitation'),
    code: codeOf(i18n),
    footer: i18n.t("If you weren't expecting this, you can ignore this email."),
  }),
  magic_link: (i18n) => ({
    subject: i18n.t('Your link to sign in to Territorio'),
    heading: i18n.t('Sign in to Territorio'),
    text: i18n.t('Use this link to sign in as {email}. It works once, for one hour.', EMAIL),
    action: i18n.t('Sign in'),
    code: codeOf(i18n),
    footer: ignoreOf(i18n),
  }),
  reauthentication: (i18n) => ({
    subject: i18n.t('Your Territorio code'),
    heading: i18n.t('Your code'),
    text: i18n.t('Enter this code where you were asked for it. It works once.'),
    footer: ignoreOf(i18n),
  }),
  recovery: (i18n) => ({
    subject: i18n.t('Reset your Territorio password'),
    heading: i18n.t('Choose a new password'),
    text: i18n.t('We got a request to reset the password for {email}. The link works once, for one hour.', EMAIL),
    action: i18n.t('Choose a new password'),
    code: codeOf(i18n),
    footer: i18n.t("If you didn't ask for this, ignore this email: your password stays the same."),
  }),
};

export const authMails = Object.keys(wordings);

/** Returns the HTML file of one of the auth service's emails. */
export const authTemplate = (name: string): string =>
  inEachLanguage((language) =>
    emailIn(language, wordingIn(language, name)).replaceAll(LINK, linkIn(language, name).replaceAll('&', '&amp;')),
  );

/** Returns its subject, which is a template too. */
export const authSubject = (name: string): string => inEachLanguage((language) => wordingIn(language, name).subject);

/** Returns its plain text: subject, link, and the six digits if it has them. */
export const authText = (name: string): string =>
  inEachLanguage((language) => {
    const { subject, code, action, text } = wordingIn(language, name);
    const digits = code ?? (action ? '' : text);
    const parts = [subject, LINK_TYPES[name] && linkIn(language, name), digits && `${digits}\n{{ .Token }}`];
    return parts.filter(Boolean).join('\n\n');
  });

const OTHERS = LANGUAGES.filter((language) => language !== SOURCE);

/**
 * Returns an email's language, which is that of the redirect page, from which it was requested, or otherwise the
 * account's.
 */
export function authLanguage({ redirectTo, siteUrl, account }: AuthReader): unknown {
  const other = OTHERS.find(({ prefix }) => redirectTo.startsWith(`${siteUrl}${prefix}/`));
  return (other ?? (redirectTo.startsWith(`${siteUrl}/`) ? SOURCE : { code: account })).code;
}

export interface AuthReader {
  redirectTo: string;
  siteUrl: string;
  /** The value of `user_metadata.language`. */
  account: unknown;
}

/** The same choice as an Auth template, which can't test for a prefix. */
const CHOICE = [
  '{{ $language := .Data.language }}',
  ...[SOURCE, ...OTHERS].map(
    ({ code, prefix }) =>
      `{{ $page := printf "%s${prefix}/" .SiteURL }}{{ if ge (len .RedirectTo) (len $page) }}` +
      `{{ if eq (slice .RedirectTo 0 (len $page)) $page }}{{ $language = "${code}" }}{{ end }}{{ end }}`,
  ),
].join('');

/** Returns Go's `if`: one of these by the email's language, and English for all others. */
function inEachLanguage(write: (language: Language) => string): string {
  const cases = OTHERS.map((other) => `if eq $language "${other.code}" }}${write(other)}`);
  return `${CHOICE}{{ ${cases.join('{{ else ')}{{ else }}${write(SOURCE)}{{ end }}`;
}

function wordingIn(language: Language, name: string): Wording {
  const wording = wordings[name];
  if (!wording) throw new Error(`The auth service sends no e-mail ${name}`);
  return wording(translator(language));
}

function emailIn(language: Language, wording: Wording): string {
  const context = mailContext(language.code, '');
  const content: EmailContent = {
    subject: wording.subject,
    preview: wording.text,
    heading: wording.heading,
    greeting: null,
    blocks: [
      { kind: 'text', text: wording.text },
      ...(wording.action ? [{ kind: 'button', label: wording.action, href: LINK } as const] : []),
      ...(wording.code ? [{ kind: 'text', text: wording.code } as const] : []),
      ...(wording.code || !wording.action ? [{ kind: 'code', code: '{{ .Token }}' } as const] : []),
    ],
    footer: wording.footer,
  };
  return write(content, context).html;
}

/**
 * Returns the link. The token is in the fragment, which servers never see or log. The page shows the address before
 * the button is clicked.
 */
function linkIn(language: Language, name: string): string {
  const email = name === 'email_change' ? EMAILS.newEmail : EMAIL.email;
  const page = `{{ .SiteURL }}${withPrefix('/callback', language)}`;
  return `${page}#token_hash={{ .TokenHash }}&type=${LINK_TYPES[name]}&email=${email}&redirect_to={{ .RedirectTo }}`;
}
