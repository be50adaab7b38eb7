import { readFileSync } from 'node:fs';
import { withAuthRequest } from '@territorio/local-supabase/auth/context';
import { AuthMailer, type SendMail } from '@territorio/local-supabase/auth/mailer';
import { readProjectConfig } from '@territorio/local-supabase/project';
import { expect, test } from 'vitest';
import { PROJECT } from '../../supabase/local/project.ts';
import { authLanguage, authMails, authSubject, authTemplate, authText } from '../../supabase/templates/emails.ts';

test.each(authMails)('puts the auth service\'s email "%s" into the layout of all emails', async (name) => {
  await expect(authTemplate(name)).toMatchFileSnapshot(`../../supabase/templates/${name}.html`);
});

test.each(authMails)('gives "%s" the subject of config.toml', (name) => {
  const config = readFileSync(new URL('../../supabase/config.toml', import.meta.url), 'utf8');
  const section = config.split(`[auth.email.template.${name}]`)[1]?.split('\n[')[0] ?? '';
  expect(/subject = '(.+)'/.exec(section)?.[1]).toBe(authSubject(name));
});

const project = {
  project: PROJECT,
  templates: readProjectConfig(PROJECT).auth.email.template,
  emailText: authText,
  emailLanguage: authLanguage,
};

/** Returns the emails for an account with this language. */
async function inviteOf(language: unknown, email = 'ana@example.test', redirectTo?: string) {
  const sent: Parameters<SendMail>[0][] = [];
  const mailer = new AuthMailer({
    ...project,
    apiUrl: 'https://api.example',
    siteUrl: 'https://territorio.example',
    send: async (mail) => void sent.push(mail),
    links: { seal: (_type: string, token: string) => token } as never,
    languageOf: async () => language,
  });
  const asked = new URL('https://api.example/auth/v1/invite');
  if (redirectTo) asked.searchParams.set('redirect_to', redirectTo);
  const rules = { siteUrl: 'https://territorio.example', redirectUrls: [], hosts: [] };
  await withAuthRequest(new Request(asked), rules, () => mailer.sendInvite(email, 'a&b', '123456'));
  return sent[0] ?? { subject: '', html: '' };
}

test.each([
  ['es', 'es', 'Tiene una invitación a Territorio', 'Your invitation'],
  ['en', 'en', 'Your invitation to Territorio', 'Tiene una invitación'],
  ['a language without emails', 'xx', 'Your invitation to Territorio', 'Tiene una invitación'],
  ['no language', undefined, 'Your invitation to Territorio', 'Tiene una invitación'],
])('sends an account with %s one email, in one language', async (_account, language, subject, other) => {
  const mail = await inviteOf(language);
  expect(mail.subject).toBe(subject);
  expect(mail.html).toMatch(new RegExp(`^<!doctype html>\n<html lang="${language === 'es' ? 'es' : 'en'}" dir="ltr">`));
  expect(mail.html.match(/<html/g)).toHaveLength(1);
  expect(mail.html).toContain(`<title>${subject}</title>`);
  expect(mail.html).not.toContain(other);
  expect(mail.html + mail.subject).not.toContain('{{');
});

test.each([
  ['the Spanish page', 'en', 'https://territorio.example/es/callback?next=%2Fpassword-reset', 'es'],
  ['the English page', 'es', 'https://territorio.example/callback', 'en'],
  ['a page that only begins like a Spanish one', 'es', 'https://territorio.example/escape', 'en'],
  ['the site itself, as for an invitation by an admin', 'es', 'https://territorio.example', 'es'],
  ['another site', 'es', 'https://territorio.example.evil.example/callback', 'es'],
])(
  "sends a request on %s an email in its language, whatever the account's (%s)",
  async (_page, account, redirectTo, language) => {
    const { html } = await inviteOf(account, undefined, redirectTo);
    expect(html).toContain(`<html lang="${language}"`);
  },
);

test('keeps names and addresses in them as plain text', async () => {
  const { html } = await inviteOf('en', '<script>+1@example.test');
  expect(html).toContain('&lt;script&gt;+1@example.test');
  expect(html).not.toContain('<script>');
  expect(html).toContain(
    'href="https://territorio.example/callback#token_hash=a%26b&amp;type=invite&amp;email=%3Cscript%3E%2B1%40example.test&amp;redirect_to=https%3A%2F%2Fterritorio.example"',
  );
});

// Mail scanners open every link of an email, which would use up the auth service's own links.
test.each(authMails)('no link of "%s" is redeemed by opening it', (name) => {
  const template = authTemplate(name);
  expect(template).not.toContain('ConfirmationURL');
  const links = [...template.matchAll(/href="([^"]*\.TokenHash[^"]*)"/g)].map(([, href]) => href);
  const pages = name === 'reauthentication' ? [] : ['{{ .SiteURL }}/es/callback#', '{{ .SiteURL }}/callback#'];
  expect(links.map((href) => href?.slice(0, (href?.indexOf('#') ?? 0) + 1))).toEqual(pages);
});

test.each([
  ['en', 'Or enter this code on the page the link opens'],
  ['es', 'O escriba este código'],
])('explains the six digits in the plain text (%s)', async (language, words) => {
  const sent: Parameters<SendMail>[0][] = [];
  const mailer = new AuthMailer({
    ...project,
    apiUrl: 'https://api.example',
    siteUrl: 'https://territorio.example',
    send: async (mail) => void sent.push(mail),
    links: { seal: (_type: string, token: string) => token } as never,
    languageOf: async () => language,
  });
  await mailer.sendReauthentication('ana@example.test', '123456');
  await mailer.sendInvite('ana@example.test', 'a', '123456');
  const [code, invite] = sent;
  expect(code?.text).toMatch(/\p{L}.*\.\n123456$/u);
  expect(invite?.text).toContain(
    `https://territorio.example${language === 'es' ? '/es' : ''}/callback#token_hash=a&type=invite`,
  );
  expect(invite?.text).not.toContain('undefined');
  expect(authText('confirmation')).toContain(words);
});
