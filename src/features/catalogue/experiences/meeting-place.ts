import type { Untranslated } from '@/lib/i18n/listing-texts';

/** The place of an experience or its territory, as a text and a map link. */
interface MeetingPoint {
  meeting_point: string | null;
  meeting_point_link: string | null;
  untranslated?: Untranslated<'meeting_point'>;
}

/**
 * Returns the meeting place, which is the experience's own or otherwise its territory's. Text and link come from
 * the same row. Pages have both rows, even in prerendered HTML. Emails, calendars and dashboards use
 * private.meeting_place in supabase/schemas/catalogue/services.sql, so change the rule in both.
 */
export function meetingPlace(experience: MeetingPoint, territory: MeetingPoint | null) {
  const hasOwn = Boolean(experience.meeting_point?.trim() || experience.meeting_point_link);
  const from = hasOwn ? experience : territory;
  return {
    place: from?.meeting_point?.trim() || null,
    mapLink: from?.meeting_point_link || null,
    /** The place's language if it isn't the page's. */
    lang: from?.untranslated?.meeting_point,
  };
}
