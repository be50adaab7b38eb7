import { z } from 'zod/mini';
import { nameIn } from '@/lib/i18n/listing-texts';
import { namesShape } from '@/lib/i18n/names-shape';

/** The texts of a notification. */
export interface Said {
  title: string;
  message: string;
}

/** A sentence with its values, under the name by which it is stored. */
export interface Wording {
  /** Returns null if the values are invalid. */
  say: (params: unknown) => Said | null;
}

/** Creates an entry of the table. `shape` validates the values, and `words` formats them in the page's language. */
export const wording = <Shape extends z.ZodMiniType>(
  shape: Shape,
  words: (params: z.output<Shape>) => Said,
): Wording => ({
  say(params) {
    const read = shape.safeParse(params);
    return read.success ? words(read.data) : null;
  },
});

const names = z._default(namesShape, {});

/**
 * The values that the database stores for a service (private.service_params) and a territory
 * (private.region_params).
 */
export const service = { title: z.string(), titles: names };
export const region = { region: z.string(), regions: names };
export const money = { amount: z.number(), currency_symbol: z.string() };

export const titleOf = ({ title, titles }: { title: string; titles: Record<string, string> }): string =>
  nameIn(title, titles);
export const regionOf = ({ region: original, regions }: { region: string; regions: Record<string, string> }): string =>
  nameIn(original, regions);
