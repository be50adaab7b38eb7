import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { teamKeys } from '@/features/management/team/queries';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import { localizeNames, localizeTitle } from '@/lib/i18n/listing-texts';
import { namesShape } from '@/lib/i18n/names-shape';

const FAILED = msg`Failed to load data. Please try again later.`;

const NEEDS = ['settings', 'guide', 'experience', 'slots', 'pickup'] as const;
export type Need = (typeof NEEDS)[number];

const stepsShape = z.object({
  /** What is missing before visitors may see the territory, in order. */
  needs: z.array(z.enum(NEEDS)),
  /** The unfinished steps in order. A territory with transport can open without a guide and an experience. */
  lacks: z.array(z.enum(NEEDS)),
  /** True if visitors can book something. */
  open: z.boolean(),
  done: z.boolean(),
  /** True if the reader has hidden the steps. */
  hidden: z.boolean(),
  /** True if the reader may make the territory visible. */
  manages: z.boolean(),
  /** The name of one current guide. */
  guide: z.nullable(z.string()),
  /** The invited guide who hasn't answered yet. */
  awaited: z.nullable(
    z.object({ email: z.string(), full_name: z.string(), sent_at: z.string(), undelivered: z.boolean() }),
  ),
  /** The experience that is closest to its first booking. */
  experience: z.nullable(
    z.object({
      id: z.string(),
      title: z.string(),
      titles: namesShape,
      price: z.nullable(z.number()),
      visible: z.boolean(),
      led: z.boolean(),
    }),
  ),
  experiences: z.number(),
  transports: z.number(),
  territory: z.object({
    name: z.string(),
    names: namesShape,
    description: z.string(),
    summary: z.nullable(z.string()),
    image: z.nullable(z.string()),
    visible: z.boolean(),
    country: z.string(),
    currency_code: z.string(),
    currency_symbol: z.string(),
    time_zone: z.string(),
  }),
});
const inOwnLanguage = ({ experience, territory: { names, ...territory }, ...steps }: z.infer<typeof stepsShape>) => ({
  ...steps,
  experience: experience && localizeTitle(experience),
  territory: localizeNames({ ...territory, names: { name: names } }, ['name']),
});
export type FirstSteps = ReturnType<typeof inOwnLanguage>;

/** The key is below the team's key, because accepting an invitation can complete a step. */
export const firstStepsKey = (territoryId: string) => [...teamKeys.all, territoryId, 'first-steps'] as const;

/** Returns a territory's progress to its first booking. It is refetched on focus. */
export const firstStepsQuery = (territoryId: string) =>
  queryOptions({
    queryKey: firstStepsKey(territoryId),
    queryFn: async ({ signal }) =>
      inOwnLanguage(
        readAnswer(
          stepsShape,
          await run((db) => db.rpc('first_steps', { p_territory_id: territoryId }).abortSignal(signal), FAILED),
        ),
      ),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });

/** Hides the steps for the reader, or shows them again. */
export async function hideFirstSteps(territoryId: string, hidden: boolean): Promise<void> {
  await run(
    (db) => db.rpc('hide_first_steps', { p_territory_id: territoryId, p_hidden: hidden }),
    msg`Failed to save territory`,
  );
}

/** Makes the territory visible to visitors, with its services. */
export async function openTerritory(territoryId: string): Promise<void> {
  await run((db) => db.rpc('open_territory', { p_territory_id: territoryId }), msg`Failed to update visibility`);
}
