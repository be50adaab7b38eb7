import { msg, t } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { STATES, SUBJECTS } from '@/features/catalogue/conditions/labels';
import { wallClock, wallTime } from '@/lib/format/dates';
import { webLink } from '@/lib/format/web-link';
import { hasWebAddress, textRefusal } from '@/ui/form/text-rules';
import { allProblems, type Problems, problemAt } from '../catalogue/problems';
import {
  type Translated,
  type TranslatedTexts,
  textProblems,
  translatedShape,
  translatedValues,
} from '../catalogue/translations';

/** The text is sent in emails, where a URL would become a link. */
function conditionRefusal(text: string): string | null {
  return hasWebAddress(text) ? t`Please leave out web addresses. Add the source in its own field.` : textRefusal(text);
}

export const CONDITION_TEXTS = {
  text: { label: msg`What happened`, limit: 500, refusal: conditionRefusal },
} satisfies TranslatedTexts;

const conditionShape = z.object({
  ...translatedShape,
  subject: z.enum(SUBJECTS),
  state: z.enum(STATES),
  text: z.string(),
  source_url: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
  touches_all: z.boolean(),
  service_ids: z.array(z.string()),
  tell: z.boolean(),
  /** True if a closed road cancels the departures until its end. */
  cancel: z.boolean(),
});
export type ConditionValues = z.infer<typeof conditionShape>;

const ORDER: readonly (keyof ConditionValues)[] = [
  'text',
  'translations',
  'starts_at',
  'ends_at',
  'service_ids',
  'source_url',
];
const MOST_DAYS = 60;

export const conditionSchema = (timeZone: string) =>
  conditionShape.check(allProblems(ORDER, (values) => checkCondition(values, localMoment(timeZone, new Date()))));

/** Returns an instant in the territory's time zone, in the format of a datetime-local input. */
export const localMoment = (timeZone: string, at: Date): string => wallTime(wallClock(timeZone, at));

function checkCondition(values: ConditionValues, now: string): Problems[] {
  const { text, starts_at, ends_at, touches_all, service_ids } = values;
  const source = values.source_url.trim();
  const last = wallTime(Date.parse(`${now}Z`) + MOST_DAYS * 86_400_000);
  return [
    ...problemAt('text', text.trim() === '' ? t`Please describe in one sentence what happened` : null),
    ...textProblems(values, CONDITION_TEXTS),
    ...problemAt('starts_at', starts_at === '' ? t`Please choose a day and an hour` : null),
    ...problemAt('ends_at', problemOfEnd(ends_at, starts_at > now ? starts_at : now, last)),
    ...problemAt(
      'service_ids',
      !touches_all && service_ids.length === 0 ? t`Please choose what this travel alert affects` : null,
    ),
    ...problemAt(
      'source_url',
      source !== '' && !(webLink(source) && /^https:\/\/\S+$/.test(source))
        ? t`Please enter a link that starts with https://`
        : null,
    ),
  ];
}

function problemOfEnd(end: string, after: string, last: string): string | null {
  if (end === '') return t`Please choose a day and an hour`;
  if (end <= after) return t`Please choose a time in the future, after the start`;
  return end > last ? t`Please choose a day within the next ${MOST_DAYS} days` : null;
}

/** The parts of an alert that the form needs. */
interface StoredCondition extends Translated {
  subject: string;
  state: string;
  text: string;
  source_url: string | null;
  starts_at: string;
  ends_at: string;
  touches_all: boolean;
  services: { service_id: string }[];
}

/** Returns the form's initial values. A new alert is a closed road until the same time tomorrow. */
export function conditionValues(condition: StoredCondition | null, timeZone: string): ConditionValues {
  const now = new Date();
  return {
    ...translatedValues(CONDITION_TEXTS, condition),
    subject: conditionShape.shape.subject.safeParse(condition?.subject).data ?? 'road',
    state: conditionShape.shape.state.safeParse(condition?.state).data ?? 'closed',
    text: condition?.text ?? '',
    source_url: condition?.source_url ?? '',
    starts_at: localMoment(timeZone, condition ? new Date(condition.starts_at) : now),
    ends_at: localMoment(timeZone, condition ? new Date(condition.ends_at) : new Date(now.getTime() + 86_400_000)),
    touches_all: condition?.touches_all ?? false,
    service_ids: condition?.services.map(({ service_id }) => service_id) ?? [],
    tell: true,
    cancel: false,
  };
}
