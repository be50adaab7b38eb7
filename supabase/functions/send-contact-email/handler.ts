import { z } from 'zod';
import { type Dependencies, inBackground, requireUser } from '../_shared/dependencies.ts';
import { processOutbox } from '../_shared/email.ts';
import { answer, readBody } from '../_shared/http.ts';
import { contactBody } from '../_shared/schemas.ts';

const submitted = z.object({ id: z.string() });

/**
 * POST { name, email, subject, message } → { error: null }. Keeps the message in the caller's name (the database checks it and
 * how often), then has it sent to the team. The sender is the caller's own address, whatever `email` says. It comes through here alone, so
 * that the CAPTCHA is not passed by.
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

/** Where contact messages go: CONTACT_EMAIL, else the address that the product's own mails come from. */
export function teamAddress(env: (name: string) => string | undefined, from: string): string {
  return env('CONTACT_EMAIL') || (/<([^<>]+)>\s*$/.exec(from)?.[1] ?? from);
}
