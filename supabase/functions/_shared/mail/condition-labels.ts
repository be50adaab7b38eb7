import type { I18n } from '@lingui/core';

/** The texts of the letter about a road, a river or a lake on somebody's way. */
export const conditionLabels = (i18n: I18n) => ({
  subject: (state: string, title: string): string => {
    switch (state) {
      case 'closed':
        return i18n.t('Closed: {title}', { title });
      case 'delayed':
        return i18n.t('Delayed: {title}', { title });
      default:
        return i18n.t('Open again: {title}', { title });
    }
  },
  heading: (subject: string, state: string): string =>
    HEADINGS(i18n)[`${subject} ${state}`] ?? i18n.t('News about your booking'),
  feed: (name: string) => i18n.t('Conditions in {name}', { name }),
  until: (moment: string) => i18n.t('Expected until {moment}, local time.', { moment }),
  follow: i18n.t('See how it is now'),
  source: i18n.t('Source'),
  closed: i18n.t(
    'Your booking stands as it is. If your departure does not take place, we write to you at once, and you choose what happens.',
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
