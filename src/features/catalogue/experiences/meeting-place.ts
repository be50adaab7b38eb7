import type { Untranslated } from '@/lib/i18n/listing-texts';

/** As an experience and its territory have it: a text, and a link to a map. */
interface MeetingPoint {
  meeting_point: string | null;
  meeting_point_link: string | null;
  untranslated?: Untranslated<'meeting_point'>;
}

/**
 * Where guests meet: the experience's own place, else its territory's. Text and map link belong together and never mix. Pages that use
 * this have both rows at hand, also in prerendered HTML, so they need no further call. Mails, calendars and dashboards are written in the
 * database, by private.meeting_place in supabase/schemas/catalogue/experiences.sql: a change of the rule is made in both.
 */
export function meetingPlace(experience: MeetingPoint, territory: MeetingPoint | null) {
  const hasOwn = Boolean(experience.meeting_point?.trim() || experience.meeting_point_link);
  const from = hasOwn ? experience : territory;
  return {
    place: from?.meeting_point?.trim() || null,
    mapLink: from?.meeting_point_link || null,
    /** The language of the place, where it is not that of the page. */
    lang: from?.untranslated?.meeting_point,
  };
}
