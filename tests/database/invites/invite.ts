import { fixture } from '../access/fixture.ts';
import type { Who } from '../access/identities.ts';

export interface Made {
  invite_id: string;
  expires_at: string;
}
/** Invites as `who`, and reads the code from the email, as only its recipient can. */
export async function invite(who: Who, args: string): Promise<Made & { code: string }> {
  const made = await fixture.ask<Made>(who, `select public.create_invite(${args})`);
  const [mail] = await fixture.look<{ code: string }>(
    `select payload ->> 'code' as code from private.outbox where dedupe_key = 'email:invite:${made.invite_id}'`,
  );
  return { ...made, code: mail?.code ?? '' };
}
