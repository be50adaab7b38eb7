import { z } from 'zod/mini';
import { nameIn } from '@/lib/i18n/listing-texts';
import { namesShape } from '@/lib/i18n/names-shape';

/** What a notification says. */
export interface Said {
  title: string;
  message: string;
}

/** A sentence by its name, as the database stores it: what fills it, and the words around. */
export interface Wording {
  /** Null where the values are not what they should be. */
  say: (params: unknown) => Said | null;
}

/** One wording of the table: `shape` are its values, `words` what it says in the language of the page. */
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

/** What the database says of a service (private.service_params) and of a territory (private.region_params). */
export const service = { title: z.string(), titles: names };
export const region = { region: z.string(), regions: names };
export const money = { amount: z.number(), currency_symbol: z.string() };

export const titleOf = ({ title, titles }: { title: string; titles: Record<string, string> }): string =>
  nameIn(title, titles);
export const regionOf = ({ region: original, regions }: { region: string; regions: Record<string, string> }): string =>
  nameIn(original, regions);
