import type { I18n } from '@lingui/core';

/** Returns the texts about the time at which guests of a ride are picked up at their hotel. */
export const pickupLabels = (i18n: I18n) => ({
  time: i18n.t('Pickup time'),
  about: (time: string) => i18n.t('about {time}', { time }),
  calendar: (hotel: string, time: string) => i18n.t('Pickup at {hotel}: about {time}', { hotel, time }),
  subject: (title: string, time: string | null) =>
    time
      ? i18n.t('New pickup time: {title}, about {time}', { title, time })
      : i18n.t('Pickup time: {title}', { title }),
  heading: i18n.t('Your pickup time has changed'),
  changed: (hotel: string, time: string | null, before: string | null) => {
    if (!time) {
      return i18n.t('We no longer have a time for your pickup at {hotel}. Your driver will agree the time with you.', {
        hotel,
      });
    }
    return before
      ? i18n.t("We'll pick you up at {hotel} at about {time} instead of {before}.", { hotel, time, before })
      : i18n.t("We'll pick you up at {hotel} at about {time}.", { hotel, time });
  },
  /** For a booking whose team has changed the hotel. */
  now: (time: string | null, before: string | null) => {
    if (!time) return i18n.t('Your driver will agree the pickup time with you.');
    return before
      ? i18n.t("We'll pick you up at about {time} instead of {before}.", { time, before })
      : i18n.t("We'll pick you up at about {time}.", { time });
  },
  ticket: i18n.t('Your ticket stays as it is and shows the new time.'),
});
