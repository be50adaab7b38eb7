import { z } from 'zod';
import type { Dependencies } from '../_shared/dependencies.ts';
import { HttpError, inTheLog, json } from '../_shared/http.ts';
import { mailLink } from '../_shared/link-targets.ts';
import { mailContext } from '../_shared/mail/context.ts';
import { html } from '../_shared/mail/html.ts';

const feedData = z.object({
  name: z.string(),
  changed_at: z.string(),
  changes: z.array(
    z.object({
      id: z.string(),
      revision: z.number(),
      subject: z.string(),
      state: z.string(),
      text: z.string(),
      language: z.string(),
      author: z.string().nullable(),
      changed_at: z.string(),
      ends_at: z.string(),
    }),
  ),
});

/**
 * GET …?territory={id}&language={code}: a territory's travel alerts of the last 30 days as an Atom feed. Public, for
 * visible territories.
 */
export function handle(request: Request, { admin, mail }: Pick<Dependencies, 'admin' | 'mail'>): Promise<Response> {
  return inTheLog(request, async () => {
    if (request.method !== 'GET') return json({ code: 'method_not_allowed', message: 'Use GET' }, 405);
    const { searchParams } = new URL(request.url);
    const territory = searchParams.get('territory') ?? '';
    const context = mailContext(searchParams.get('language'), mail.appUrl);
    const found = await admin('conditions_feed', { p_territory_id: territory, p_language: context.language.code });
    if (!found) throw new HttpError(404, 'territory_not_found', 'Territory not found');
    return new Response(atom(territory, feedData.parse(found), context), {
      headers: {
        'content-type': 'application/atom+xml; charset=utf-8',
        'cache-control': 'public, max-age=300',
        'access-control-allow-origin': '*',
      },
    });
  });
}

function atom(territory: string, data: z.infer<typeof feedData>, context: ReturnType<typeof mailContext>): string {
  const { labels, language } = context;
  const page = context.link(mailLink.conditions(territory));
  const entries = data.changes.map(
    (change) => html`
  <entry>
    <id>urn:uuid:${change.id}:${change.revision}</id>
    <title>${labels.condition.heading(change.subject, change.state)}</title>
    <updated>${iso(change.changed_at)}</updated>
    <author><name>${change.author ?? data.name}</name></author>
    <link href="${page}"/>
    <content type="text" xml:lang="${change.language}">${change.text}</content>
  </entry>`,
  );
  return html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language.code}">
  <id>${page}</id>
  <title>${labels.condition.feed(data.name)}</title>
  <updated>${iso(data.changed_at)}</updated>
  <link href="${page}"/>${entries}
</feed>
`.markup;
}

const iso = (moment: string): string => new Date(moment).toISOString();
