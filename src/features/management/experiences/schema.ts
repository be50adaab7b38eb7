import { t } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { webLink } from '@/lib/format/web-link';
import { isCount, isHours, isPrice, numberShape } from '../catalogue/numbers';
import { checkAvailable, checkGroup, NEW_OFFER, OFFER_COLUMNS, offerShape } from '../catalogue/offer-schema';
import { firstProblem, type Problems, problemAt } from '../catalogue/problems';
import { slotProblem, slotShape } from './slots';

/** The columns of an experience that its form edits, as they are read. A new one is added here, below, and in the form. */
export const EXPERIENCE_COLUMNS =
  `${OFFER_COLUMNS}, video_urls, duration, cash_allowed, meeting_point, meeting_point_link` as const;

const experienceShape = z.object({
  ...offerShape,
  video_urls: z.array(z.string()),
  duration: numberShape,
  cash_allowed: z.boolean(),
  meeting_point: z.string(),
  meeting_point_link: z.string(),
  /** Ids, by rank. */
  guides: z.array(z.string()),
  /** Ids. */
  tags: z.array(z.string()),
  slots: z.array(slotShape),
});
export type ExperienceValues = z.infer<typeof experienceShape>;

export const NEW_EXPERIENCE: ExperienceValues = {
  ...NEW_OFFER,
  video_urls: [],
  duration: null,
  max_spots: null,
  available_spots: null,
  min_private_guests: null,
  max_private_guests: null,
  cash_allowed: false,
  meeting_point: '',
  meeting_point_link: '',
  guides: [],
  tags: [],
  slots: [],
};

/** `digits`: how many a price of the territory has after its point. `mayBeDraft`: visitors do not see it, so it may wait for its guide. */
export const experienceSchema = (digits: number, mayBeDraft = false) =>
  experienceShape.check(firstProblem((values) => checkExperience(values, digits, mayBeDraft)));

/** The rules in their order: the first that is broken speaks. */
export function checkExperience(values: ExperienceValues, digits = 2, mayBeDraft = false): Problems | null {
  return (
    checkFields(values, digits, mayBeDraft) ??
    checkGroup(values, digits, t`Please set a valid private booking price`) ??
    checkAvailable(values) ??
    checkLink(values.meeting_point_link) ??
    problemAt('slots', slotProblem(values.slots, values.max_spots)?.text ?? null)
  );
}

function checkFields(values: ExperienceValues, digits: number, mayBeDraft: boolean): Problems | null {
  const missing = t`Required`;
  const fields: Record<string, string> = {};
  const want = (field: keyof ExperienceValues, ok: boolean, note: string) => {
    if (!ok) fields[field] = note;
  };
  const { min_spots: min, max_spots: max } = values;
  want('title', values.title.trim() !== '', missing);
  want('description', values.description.trim() !== '', missing);
  if (values.booking_type !== 'private') want('shared_price', isPrice(values.shared_price, digits), priceNote(digits));
  want('max_spots', isCount(max), t`A whole number from 1 to 1000`);
  want('min_spots', isCount(min), t`A whole number of at least 1`);
  if (isCount(max) && isCount(min)) want('min_spots', min <= max, t`Not more than the maximum`);
  want('available_spots', isCount(values.available_spots, 0), t`A whole number of at least 0`);
  want('duration', isHours(values.duration), t`Hours above 0, such as 2.5`);
  want('guides', mayBeDraft || values.guides.length > 0, t`Choose at least one guide`);
  want('image_urls', values.image_urls.length > 0, t`At least one image is required`);
  if (Object.keys(fields).length === 0) return null;
  return { text: t`Please fill in all required fields with valid values. At least one image is required.`, fields };
}

const priceNote = (digits: number) => (digits === 0 ? t`A whole price above 0` : t`A price above 0, such as 185.50`);

function checkLink(text: string): Problems | null {
  const link = text.trim();
  if (link === '' || (webLink(link) && /^https:/i.test(link))) return null;
  return problemAt('meeting_point_link', t`Please enter a link that starts with https://`);
}
