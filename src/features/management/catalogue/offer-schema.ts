import { msg, t } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { SOURCE } from '@/lib/i18n/languages';
import { numberShape } from '@/ui/form/number-rules';
import { textRefusal } from '@/ui/form/text-rules';
import { isCount, priceProblem } from './numbers';
import { type Problems, problemAt, problemBeside } from './problems';
import { lineRefusal, type TranslatedTexts, translatedShape } from './translations';

export const OFFER_COLUMNS =
  `title, description, image_urls, booking_type, shared_price, private_price, min_spots, max_spots, available_spots,
  min_private_guests, max_private_guests, passport_required, cancellation_policy, language, translations` as const;

export const OFFER_TEXTS = {
  title: { label: msg`Title`, limit: 160, refusal: lineRefusal },
  description: { label: msg`Description`, limit: 10_000, refusal: textRefusal },
} satisfies TranslatedTexts;

export const offerShape = {
  ...translatedShape,
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
const offerSchema = z.object(offerShape);
export type OfferValues = z.infer<typeof offerSchema>;

/** The initial values for both kinds of service. */
export const NEW_OFFER = {
  language: SOURCE.code,
  translations: {},
  still_right: [],
  title: '',
  description: '',
  image_urls: [],
  booking_type: 'shared',
  shared_price: null,
  private_price: null,
  min_spots: 1,
  passport_required: false,
  cancellation_policy: 'moderate',
} satisfies Partial<OfferValues>;

/** Returns the values of a record, or the initial ones without a record. */
export function filledFrom<Values extends object>(
  empty: Values,
  record: { [K in keyof Values]: Values[K] | null },
): Values {
  const names = Object.keys(empty) as (keyof Values)[];
  return { ...empty, ...Object.fromEntries(names.map((name) => [name, record[name] ?? empty[name]])) };
}

/** Checks a private group's price and size. `priceNote` is the error of an invalid price. */
export function checkGroup(values: OfferValues, digits: number, priceNote: string): Problems[] {
  const { booking_type, private_price, min_private_guests: min, max_private_guests: max } = values;
  if (booking_type === 'shared') return [];
  return [
    ...problemBeside(
      'private_price',
      t`Private price for the group`,
      priceProblem(private_price, digits, priceNote),
      priceNote,
    ),
    ...problemAt(
      'max_private_guests',
      isCount(max) ? null : t`Please set a valid maximum number of guests for private bookings`,
    ),
    ...problemAt('min_private_guests', minGuestsNote(min, max)),
  ];
}

function minGuestsNote(min: number | null, max: number | null): string | null {
  if (!isCount(min)) return t`Please set a valid minimum number of guests for private bookings`;
  return isCount(max) && min > max ? t`Minimum private guests cannot be greater than maximum private guests` : null;
}

export const checkAvailable = ({ available_spots: available, max_spots: max }: OfferValues): Problems[] =>
  isCount(available, 0) && isCount(max) && available > max
    ? problemAt('available_spots', t`Available spots cannot exceed maximum spots`)
    : [];
