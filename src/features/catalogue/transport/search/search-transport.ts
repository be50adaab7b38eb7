import { msg } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import { nameIn } from '@/lib/i18n/listing-texts';
import { namesShape } from '@/lib/i18n/names-shape';
import type { Ask } from './ask';

const text = z.nullable(z.string());
const number = z.nullable(z.coerce.number());

const journey = z.object({
  departs: text,
  arrives: text,
  days_later: number,
  minutes: number,
  seats: z.number(),
  /** How the party can book it, or null if it can't. */
  offer: z.nullable(z.enum(['shared', 'private'])),
  shared_price: number,
  private_price: number,
  total: number,
  symbol: z.string(),
  least_people: z.number(),
  most_people: z.number(),
  rating_average: number,
  rating_count: z.number(),
  /** Each journey has one leg so far. A connection would have more. */
  legs: z.array(
    z.object({
      transport_id: z.string(),
      slot_id: z.string(),
      title: z.string(),
      type: z.string(),
      from: z.string(),
      to: text,
      titles: namesShape,
      froms: namesShape,
      tos: z.nullable(namesShape),
      departs: text,
      arrives: text,
    }),
  ),
});
export type Journey = z.infer<typeof journey>;

const found = z.object({
  date: z.string(),
  people: z.number(),
  symbol: text,
  days: z.array(z.object({ date: z.string(), journeys: z.number(), price: number })),
  journeys: z.array(journey),
});
export type Found = z.infer<typeof found>;
export type Day = Found['days'][number];

export async function searchTransport({ from, to, date, people }: Ask, signal: AbortSignal): Promise<Found> {
  const asked = { p_from: from, p_to: to, p_date: date, p_people: people };
  const answer = await run(
    (db) => db.rpc('search_transport', asked).abortSignal(signal),
    msg`Failed to load transport services`,
  );
  const { journeys, ...rest } = readAnswer(found, answer);
  return { ...rest, journeys: journeys.map(inPageLanguage) };
}

const inPageLanguage = ({ legs, ...journey }: Journey): Journey => ({
  ...journey,
  legs: legs.map((leg) => ({
    ...leg,
    title: nameIn(leg.title, leg.titles),
    from: nameIn(leg.from, leg.froms),
    to: leg.to && nameIn(leg.to, leg.tos),
  })),
});
