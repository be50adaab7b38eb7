import { t } from '@lingui/core/macro';
import { bookingWordings } from './bookings';
import { moneyWordings } from './money';
import { peopleWordings } from './people';
import type { Said, Wording } from './wording';
import { workWordings } from './work';

/** All wordings of private.notice_wordings. A test compares the two lists. */
export const WORDINGS: Readonly<Record<string, Wording>> = {
  ...bookingWordings,
  ...moneyWordings,
  ...peopleWordings,
  ...workWordings,
};

/** Returns a notification's text in the page's language. Unknown wordings get a general text. */
export function sayNotification({ wording, params }: { wording: string; params: unknown }): Said {
  const said = Object.hasOwn(WORDINGS, wording) ? WORDINGS[wording]?.say(params) : null;
  return said ?? { title: t`Something has changed`, message: t`Open it to see the details.` };
}
