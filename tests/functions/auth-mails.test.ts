import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { AuthMailer } from '../../supabase/local/auth/mailer.ts';
import { authMails, authTemplate } from '../../supabase/templates/letters.ts';

test.each(authMails)('the e-mail "%s" of the auth service is written in the layout of all mails', async (name) => {
  await expect(authTemplate(name)).toMatchFileSnapshot(`../../supabase/templates/${name}.html`);
});

test.each(authMails)('"%s" says in its title what config.toml says in its subject', (name) => {
  const config = readFileSync(new URL('../../supabase/config.toml', import.meta.url), 'utf8');
  const section = config.split(`[auth.email.template.${name}]`)[1]?.split('[')[0] ?? '';
  const subject = /subject = "(.+)"/.exec(section)?.[1];
  expect(authTemplate(name)).toContain(`<title>${subject}</title>`);
});

test('names and addresses in them stay words', async () => {
  const sent: { html: string }[] = [];
  const mailer = new AuthMailer({
    apiUrl: 'https://api.example',
    siteUrl: 'https://territorio.example',
    send: async (mail) => void sent.push(mail),
    pkce: {} as never,
    links: {} as never,
  });
  await mailer.sendInvite('<script>@example.test', 'https://api.example/auth/v1/verify?token=a&type=invite');
  expect(sent[0]?.html).toContain('&lt;script&gt;@example.test');
  expect(sent[0]?.html).not.toContain('<script>');
  expect(sent[0]?.html).toContain('href="https://api.example/auth/v1/verify?token=a&amp;type=invite"');
  expect(sent[0]?.html).not.toContain('{{');
});
