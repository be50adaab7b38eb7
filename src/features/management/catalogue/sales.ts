import { t } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { WHOLE_FORM } from '@/ui/form/form-problems';
import { isCount } from './numbers';

/** A number as a form holds it: null where nothing was typed, NaN for what is no number. */
export const numberShape = z.nullable(z.union([z.number(), z.nan()]));

/** How something is sold: the columns that experiences and transport have in common. */
export const salesShape = {
  title: z.string(),
  description: z.string(),
  image_urls: z.array(z.string()),
  booking_type: z.string(),
  shared_price: numberShape,
  private_price: numberShape,
  min_spots: numberShape,
  max_spots: numberShape,
  available_spots: numberShape,
  min_private_guests: numberShape,
  max_private_guests: numberShape,
  passport_required: z.boolean(),
  cancellation_policy: z.string(),
};
const sales = z.object(salesShape);
export type SalesValues = z.infer<typeof sales>;

/** The form of a record: what it says of each field, or what a new one starts with where it says nothing. */
export function filledFrom<Values extends object>(
  empty: Values,
  record: { [K in keyof Values]: Values[K] | null } | null,
): Values {
  if (!record) return empty;
  const names = Object.keys(empty) as (keyof Values)[];
  return { ...empty, ...Object.fromEntries(names.map((name) => [name, record[name] ?? empty[name]])) };
}

/** What keeps a form from being saved: one sentence, and what it says beside each field. */
export interface Problems {
  text: string;
  fields: Readonly<Record<string, string>>;
}

export const one = (field: string, text: string | null): Problems | null =>
  text === null ? null : { text, fields: { [field]: text } };

/** The rules of a form as a check of its schema: the first that is broken speaks. */
export const firstProblem = <Values>(rules: (values: Values) => Problems | null) =>
  z.check<Values>(({ value, issues }) => {
    const problem = rules(value);
    const fields = Object.entries(problem?.fields ?? {});
    const put = (path: string, message: string) => issues.push({ code: 'custom', path: [path], message, input: value });
    if (problem && !fields.some(([, note]) => note === problem.text)) put(WHOLE_FORM, problem.text);
    for (const [field, note] of fields) put(field, note);
  });

/** The limits of a private group. */
export function checkGroupSize({ min_private_guests: min, max_private_guests: max }: SalesValues): Problems | null {
  if (!isCount(max))
    return one('max_private_guests', t`Please set a valid maximum number of guests for private bookings`);
  if (!isCount(min))
    return one('min_private_guests', t`Please set a valid minimum number of guests for private bookings`);
  return min > max
    ? one('min_private_guests', t`Minimum private guests cannot be greater than maximum private guests`)
    : null;
}

export const checkAvailable = ({ available_spots: available, max_spots: max }: SalesValues): Problems | null =>
  (available ?? 0) > (max ?? 0) ? one('available_spots', t`Available spots cannot exceed maximum spots`) : null;
