import { t } from '@lingui/core/macro';
import { webLink } from '@/lib/format/web-link';
import type { SalesValues } from '../catalogue/BookingFields';
import { idsOf } from '../catalogue/lists';
import { isCount, isHours, isPrice, numberOf } from '../catalogue/numbers';
import type { Problems } from '../catalogue/use-record-form';
import { slotProblem, slotsOf } from './slots';

/** Texts alone, so that a draft keeps all of it: guides and tags as ids in one text, the slots as JSON. */
export type ExperienceValues = SalesValues & {
  title: string;
  description: string;
  duration: string;
  passport_required: string;
  cash_allowed: string;
  meeting_point: string;
  meeting_point_link: string;
  guides: string;
  tags: string;
  slots: string;
};

/**
 * The rules of docs/product.md, Fields of an experience, in the order of the form: the first that is broken speaks.
 * `digits`: how many a price of the territory has after its point.
 */
export function checkExperience(values: ExperienceValues, images: number, digits = 2): Problems | null {
  return (
    checkFields(values, images, digits) ??
    checkGroup(values, digits) ??
    checkAvailable(values) ??
    checkLink(values.meeting_point_link) ??
    one('slots', slotProblem(slotsOf(values.slots))?.text ?? null)
  );
}

export const one = (field: string, text: string | null): Problems | null =>
  text === null ? null : { text, fields: { [field]: text } };

function checkFields(values: ExperienceValues, images: number, digits: number): Problems | null {
  const missing = t`Required`;
  const fields: Record<string, string> = {};
  const want = (field: string, ok: boolean, note: string) => {
    if (!ok) fields[field] = note;
  };
  const max = numberOf(values.max_spots) ?? 0;
  want('title', values.title.trim() !== '', missing);
  want('description', values.description.trim() !== '', missing);
  if (values.booking_type !== 'private') want('shared_price', isPrice(values.shared_price, digits), priceNote(digits));
  want('max_spots', isCount(values.max_spots), t`A whole number from 1 to 1000`);
  want('min_spots', isCount(values.min_spots), t`A whole number of at least 1`);
  if (!fields.max_spots && !fields.min_spots)
    want('min_spots', Number(values.min_spots) <= max, t`Not more than the maximum`);
  want('available_spots', isCount(values.available_spots, 0), t`A whole number of at least 0`);
  want('duration', isHours(values.duration), t`Hours above 0, such as 2.5`);
  want('guides', idsOf(values.guides).length > 0, t`Choose at least one guide`);
  want('media', images > 0, t`At least one image is required`);
  if (Object.keys(fields).length === 0) return null;
  return { text: t`Please fill in all required fields with valid values. At least one image is required.`, fields };
}

const priceNote = (digits: number) => (digits === 0 ? t`A whole price above 0` : t`A price above 0, such as 185.50`);

function checkGroup(values: SalesValues, digits: number): Problems | null {
  if (values.booking_type === 'shared') return null;
  if (!isPrice(values.private_price, digits)) return one('private_price', t`Please set a valid private booking price`);
  return checkGroupSize(values);
}

/** The limits of a private group, of experiences and transport alike. */
export function checkGroupSize(values: SalesValues): Problems | null {
  if (!isCount(values.max_private_guests))
    return one('max_private_guests', t`Please set a valid maximum number of guests for private bookings`);
  if (!isCount(values.min_private_guests))
    return one('min_private_guests', t`Please set a valid minimum number of guests for private bookings`);
  return Number(values.min_private_guests) > Number(values.max_private_guests)
    ? one('min_private_guests', t`Minimum private guests cannot be greater than maximum private guests`)
    : null;
}

export function checkAvailable(values: SalesValues): Problems | null {
  return Number(values.available_spots) > Number(values.max_spots)
    ? one('available_spots', t`Available spots cannot exceed maximum spots`)
    : null;
}

function checkLink(text: string): Problems | null {
  const link = text.trim();
  if (link === '' || (webLink(link) && /^https:/i.test(link))) return null;
  return one('meeting_point_link', t`Please enter a link that starts with https://`);
}
