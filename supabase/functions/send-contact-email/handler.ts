import { z } from 'zod';
import { type Dependencies, inBackground, requireUser } from '../_shared/dependencies.ts';
import { processOutbox } from '../_shared/email.ts';
import { answer, readBody } from '../_shared/http.ts';
import { contactBody } from '../_shared/schemas.ts';

const submitted = z.object({ id: z.string() });

/**
 * POST { name, email, subject, message } → { error: null }. Stores the message as the caller (the database checks
 * content and frequency) and emails the team. The sender is the account's address, whatever `email` contains. Only
 * through here, so that the CAPTCHA can't be bypassed.
 */
export function handle(request: Request, deps: Dependencies, team: string): Promise<Response> {
  return answer(request, async () => {
    const { id: userId } = await requireUser(request, deps);
    const { name, subject, message, captcha_token } = await readBody(request, contactBody);
    await deps.captcha(captcha_token);
    const { id } = submitted.parse(
      await deps.admin('submit_contact', {
        p_user_id: userId,
        p_name: name,
        p_message: message,
        p_subject: subject ?? null,
      }),
    );
    await deps.admin('queue_contact_mail', { p_id: id, p_recipient: team });
    inBackground(processOutbox(deps, 5));
    return { error: null };
  });
}

/**
 * Returns the recipient of contact messages, which is CONTACT_EMAIL or otherwise the sender address of our emails.
 */
export function teamAddress(env: (name: string) => string | undefined, from: string): string {
  return env('CONTACT_EMAIL') || (/<([^<>]+)>\s*$/.exec(from)?.[1] ?? from);
}
