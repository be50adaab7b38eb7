import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { z } from 'zod';

/** The settings that the services read from config.toml, with the official CLI's defaults. */
const schema = z.object({
  /** The schemas that REST exposes. */
  api: z.object({ schemas: z.array(z.string()).default(['public']) }).prefault({}),
  auth: z
    .object({
      minimum_password_length: z.int().default(6),
      rate_limit: z
        .object({
          sign_in_sign_ups: z.int().default(30),
          token_refresh: z.int().default(150),
          token_verifications: z.int().default(30),
          // The CLI's number for its own inbox.
          email_sent: z.int().default(360_000),
        })
        .prefault({}),
      email: z
        .object({
          max_frequency: z.string().default('1s'),
          /** The subject and HTML of each email, by its name. */
          template: z.record(z.string(), z.object({ subject: z.string(), content_path: z.string() })).default({}),
        })
        .prefault({}),
    })
    .prefault({}),
});

export type ProjectConfig = z.infer<typeof schema>;

/** `project` is the folder that has `supabase/config.toml`. */
export function readProjectConfig(project: string): ProjectConfig {
  return schema.parse(parse(readFileSync(join(project, 'supabase/config.toml'), 'utf8')));
}
