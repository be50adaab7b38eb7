import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import { localizeTitle } from '@/lib/i18n/listing-texts';
import { namesShape } from '@/lib/i18n/names-shape';

const change = z.object({
  experiences: z.number(),
  transports: z.number(),
  /** The highest price as an example, or null if there are no prices. */
  price: z.nullable(z.number()),
  from_symbol: z.string(),
  to_symbol: z.string(),
  /** Prices that can't be expressed in the new currency. */
  broken: z.array(
    z.object({ kind: z.string(), id: z.string(), title: z.string(), titles: namesShape, price: z.number() }),
  ),
});
const inOwnLanguage = ({ broken, ...sums }: z.infer<typeof change>) => ({
  ...sums,
  broken: broken.map(localizeTitle<(typeof broken)[number]>),
});
export type CurrencyChange = ReturnType<typeof inOwnLanguage>;

/** Returns what another currency would do to a territory's prices. */
export const currencyChangeQuery = (territoryId: string, code: string) =>
  queryOptions({
    queryKey: ['currency-change', territoryId, code] as const,
    queryFn: async ({ signal }) => {
      const args = { p_territory_id: territoryId, p_currency_code: code };
      const answer = await run((db) => db.rpc('preview_currency', args).abortSignal(signal), msg`Failed to load data`);
      return inOwnLanguage(readAnswer(change, answer));
    },
    staleTime: 0,
    gcTime: 0,
  });
