import type { I18n } from '@lingui/core';

/** Returns the texts of the email about a travel alert. */
export const conditionLabels = (i18n: I18n) => ({
  /** `heading` says for example that the road is closed. */
  subject: (heading: string, date: string, title: string, count: number): string =>
    count === 1
      ? i18n.t('{heading}: {title}, {date}', { heading, date, title })
      : i18n.t('{heading}: {count, plural, one {your trip} other {your # trips}} from {date}', {
          heading,
          count,
          date,
        }),
  heading: (subject: string, state: string): string =>
    HEADINGS(i18n)[`${subject} ${state}`] ?? i18n.t('News about your booking'),
  feed: (name: string) => i18n.t('Travel alerts for {name}', { name }),
  until: (moment: string) => i18n.t('We expect this to last until {moment}, local time.', { moment }),
  follow: i18n.t('See the latest update'),
  source: i18n.t('Source'),
  trips: (count: number) =>
    i18n.t('{count, plural, one {This may affect your trip:} other {This may affect # of your trips:}}', {
      count,
    }),
  closed: i18n.t(
    "Your booking hasn't changed. The operator will decide whether your departure goes ahead. If they cancel it, we'll email you right away, and you can choose another day or a refund. Until then, you can change or cancel your booking under the usual rules.",
  ),
  closedAtDock: i18n.t(
    'Your ticket is still valid. The operator will decide whether your departure goes ahead. For news, please contact the person who sold you the ticket.',
  ),
});

const HEADINGS = (i18n: I18n): Record<string, string> => ({
  'road closed': i18n.t('The road is closed'),
  'road delayed': i18n.t('There are delays on the road'),
  'road open': i18n.t('The road is open again'),
  'river closed': i18n.t('The river is closed'),
  'river delayed': i18n.t('There are delays on the river'),
  'river open': i18n.t('The river is open again'),
  'lake closed': i18n.t('The lake is closed'),
  'lake delayed': i18n.t('There are delays on the lake'),
  'lake open': i18n.t('The lake is open again'),
  'region closed': i18n.t('The region is closed'),
  'region delayed': i18n.t('There are delays in the region'),
  'region open': i18n.t('The region is open again'),
});
