import { msg, t } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { webLink } from '@/lib/format/web-link';
import { numberShape } from '@/ui/form/number-rules';
import { textRefusal } from '@/ui/form/text-rules';
import { hoursProblem, isCount, priceProblem } from '../catalogue/numbers';
import { allProblems, type Problems, problemAt } from '../catalogue/problems';
import {
  checkAvailable,
  checkGroup,
  NEW_SERVICE,
  SERVICE_COLUMNS,
  SERVICE_TEXTS,
  serviceShape,
} from '../catalogue/service-schema';
import { problemsOfSlots, slotProblems, slotShape } from '../catalogue/slots/slots';
import { type TranslatedTexts, textProblems } from '../catalogue/translations';

/** The columns of an experience's form. Add new ones here, below, and in the form. */
export const EXPERIENCE_COLUMNS =
  `${SERVICE_COLUMNS}, video_urls, duration:duration_hours, cash_allowed, meeting_point, meeting_point_link, what_to_bring` as const;

/** The columns that are written in each language. */
export const EXPERIENCE_TEXTS = {
  ...SERVICE_TEXTS,
  meeting_point: { label: msg`Meeting point`, limit: 500, refusal: textRefusal },
  what_to_bring: { label: msg`What to bring`, limit: 500, refusal: textRefusal },
} satisfies TranslatedTexts;

const experienceShape = z.object({
  ...serviceShape,
  video_urls: z.array(z.string()),
  duration: numberShape,
  cash_allowed: z.boolean(),
  meeting_point: z.string(),
  meeting_point_link: z.string(),
  what_to_bring: z.string(),
  /** The ids of the guides, by rank. */
  guides: z.array(z.string()),
  /** The ids of the tags. */
  tags: z.array(z.string()),
  slots: z.array(slotShape),
});
export type ExperienceValues = z.infer<typeof experienceShape>;

export const NEW_EXPERIENCE: ExperienceValues = {
  ...NEW_SERVICE,
  video_urls: [],
  duration: null,
  max_spots: null,
  available_spots: null,
  min_private_guests: null,
  max_private_guests: null,
  cash_allowed: false,
  meeting_point: '',
  meeting_point_link: '',
  what_to_bring: '',
  guides: [],
  tags: [],
  slots: [],
};

/**
 * `digits` is the number of decimals in the territory's prices. `mayBeDraft` is true if the experience is hidden,
 * so that no guide is required.
 */
export const experienceSchema = (digits: number, mayBeDraft = false) =>
  experienceShape.check(allProblems(FORM_ORDER, (values) => checkExperience(values, digits, mayBeDraft)));

/** Field labels, for the error summary. */
const FORM_ORDER: readonly (keyof ExperienceValues)[] = [
  'title',
  'description',
  'translations',
  'image_urls',
  'shared_price',
  'private_price',
  'max_spots',
  'min_spots',
  'available_spots',
  'duration',
  'max_private_guests',
  'min_private_guests',
  'slots',
  'guides',
  'meeting_point',
  'meeting_point_link',
  'what_to_bring',
];

/** Returns all broken rules in a fixed order. */
export function checkExperience(values: ExperienceValues, digits = 2, mayBeDraft = false): Problems[] {
  return [
    ...checkFields(values, digits, mayBeDraft),
    ...checkGroup(values, digits, t`Please set a valid private booking price`),
    ...checkAvailable(values),
    ...checkLink(values.meeting_point_link),
    ...problemsOfSlots('experience', values.slots, slotProblems(values.slots, values.max_spots)),
    ...textProblems(values, EXPERIENCE_TEXTS),
  ];
}

function checkFields(values: ExperienceValues, digits: number, mayBeDraft: boolean): Problems[] {
  const missing = t`This field is required`;
  const fields: Record<string, string> = {};
  const labels: Record<string, string> = {};
  const want = (field: keyof ExperienceValues, label: string, ok: boolean, note: string) => {
    if (!ok) refuse(field, label, note);
  };
  const refuse = (field: keyof ExperienceValues, label: string, note: string | null) => {
    if (note === null) return;
    fields[field] = values[field] === null ? missing : note;
    labels[field] = label;
  };
  const { min_spots: min, max_spots: max } = values;
  want('title', t`Title`, values.title.trim() !== '', missing);
  want('description', t`Description`, values.description.trim() !== '', missing);
  if (values.booking_type !== 'private')
    refuse(
      'shared_price',
      t`Price per person (shared)`,
      priceProblem(
        values.shared_price,
        digits,
        digits === 0 ? t`Please enter a whole price above 0` : t`Please enter a price above 0, such as 185.50`,
      ),
    );
  want('max_spots', t`Maximum spots`, isCount(max), t`Please enter a whole number from 1 to 1000`);
  want('min_spots', t`Minimum spots`, isCount(min), t`Please enter a whole number, 1 or more`);
  if (isCount(max) && isCount(min))
    want('min_spots', t`Minimum spots`, min <= max, t`This can't be more than the maximum`);
  // The rules about the maximum apply once it is set.
  const follows = max === null && values.available_spots === null;
  const available = follows || isCount(values.available_spots, 0);
  want('available_spots', t`Available spots`, available, t`Please enter a whole number, 0 or more`);
  refuse(
    'duration',
    t`Duration in hours`,
    hoursProblem(values.duration, t`Please enter a number of hours above 0, such as 2.5`),
  );
  // These sentences name their field.
  if (!mayBeDraft && values.guides.length === 0) fields.guides = t`Please choose at least one guide`;
  if (values.image_urls.length === 0) fields.image_urls = t`At least one image is required`;
  if (Object.keys(fields).length === 0) return [];
  const text =
    values.image_urls.length > 0
      ? t`Please fill in all required fields with valid values.`
      : t`Please fill in all required fields with valid values. At least one image is required.`;
  return [{ text, fields, labels }];
}

function checkLink(text: string): Problems[] {
  const link = text.trim();
  if (link === '' || (webLink(link) && /^https:/i.test(link))) return [];
  return problemAt('meeting_point_link', t`Please enter a link that starts with https://`);
}
