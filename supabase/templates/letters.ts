import { type Letter, write } from '../functions/_shared/mail/layout.ts';

// The e-mails of the auth service, which takes HTML files with its own marks ({{ .Email }}) in them. They are written from here into
// the layout of all other mails: change a text and run `npx vitest run --project functions tests/functions/auth-mails.test.ts -u`.

/** Stands for the link while the layout checks addresses. */
const LINK = 'https://auth.invalid/link';
const IGNORE = 'If you did not ask for this, you can ignore this e-mail.';

interface Wording {
  subject: string;
  heading: string;
  text: string;
  action?: string;
  /** Said before the six digits, which a page takes instead of the link. */
  code?: string;
  footer?: string;
}

const CODE = 'Or type this code where you asked for it. Only the newest letter works.';

const wordings: Record<string, Wording> = {
  confirmation: {
    subject: 'Confirm your e-mail for Territorio',
    heading: 'Confirm your e-mail',
    text: 'Welcome! One click, and {{ .Email }} is ready to book experiences and rides all over Guatemala.',
    action: 'Confirm my e-mail',
    code: CODE,
  },
  email_change: {
    subject: 'Confirm your new e-mail for Territorio',
    heading: 'Confirm your new e-mail',
    text: 'Please confirm that your account moves from {{ .Email }} to {{ .NewEmail }}.',
    action: 'Confirm the change',
    footer: 'If this was not you, do not follow the link and change your password.',
  },
  invite: {
    subject: 'You are invited to Territorio',
    heading: 'You are invited',
    text: 'Somebody at Territorio invites {{ .Email }} to join. Follow the link to accept and to choose a password.',
    action: 'Accept the invitation',
    footer: 'If you did not expect this, you can ignore this e-mail.',
  },
  magic_link: {
    subject: 'Your link to sign in to Territorio',
    heading: 'Sign in to Territorio',
    text: 'This link signs {{ .Email }} in. It works once, for one hour.',
    action: 'Sign in',
  },
  reauthentication: {
    subject: 'Your Territorio code',
    heading: 'Your code',
    text: 'Type this code where you were asked for it. It works once.',
  },
  recovery: {
    subject: 'Reset your Territorio password',
    heading: 'Choose a new password',
    text: 'We were asked to reset the password of {{ .Email }}. The link works once, for one hour.',
    action: 'Choose a new password',
    code: CODE,
    footer: 'If you did not ask for this, ignore this e-mail: your password stays as it is.',
  },
};

export const authMails = Object.keys(wordings);

/** The HTML file of one of the auth service's e-mails. */
export function authTemplate(name: string): string {
  const wording = wordings[name];
  if (!wording) throw new Error(`The auth service sends no e-mail ${name}`);
  const letter: Letter = {
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
    footer: wording.footer ?? IGNORE,
  };
  return write(letter).html.replaceAll(LINK, '{{ .ConfirmationURL }}');
}
