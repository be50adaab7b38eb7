import { msg } from '@lingui/core/macro';
import { paths, withQuery } from '@/lib/routing/paths';

/** Who comes by invitation, with the words of their screens. */
export const KINDS = {
  guide: {
    role: 'tour_guide',
    back: withQuery(paths.manageRegion, { tab: 'guides' }),
    words: {
      add: msg`Add New Tour Guide`,
      edit: msg`Edit Tour Guide`,
      loadFailed: msg`Failed to load guide details. Please try again later.`,
      notFound: msg`Guide not found or you do not have permission to edit it`,
      invited: msg`Invitation sent successfully. The guide will receive an email to complete their registration.`,
      saved: msg`Guide updated successfully`,
      alreadyHere: msg`This person is already a tour guide here`,
    },
  },
  partner: {
    role: 'travel_partner',
    back: withQuery(paths.manageRegion, { tab: 'partners' }),
    words: {
      add: msg`Add Travel Partner`,
      edit: msg`Edit Travel Partner`,
      loadFailed: msg`Failed to load travel partner data`,
      notFound: msg`Travel partner not found or you do not have permission to edit it`,
      invited: msg`Invitation sent successfully. The partner will receive an email to complete their registration.`,
      saved: msg`Travel partner updated successfully`,
      alreadyHere: msg`This person is already a travel partner here`,
    },
  },
} as const;
export type Kind = keyof typeof KINDS;
