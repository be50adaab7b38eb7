import { msg } from '@lingui/core/macro';
import { paths, withQuery } from '@/lib/routing/paths';
import { nameOf } from './columns';
import type { Member } from './queries';

/** The roles that people get by invitation, with the texts of their screens. */
export const KINDS = {
  guide: {
    role: 'tour_guide',
    back: withQuery(paths.manageRegion, { tab: 'guides' }),
    edit: paths.editGuide,
    nameOf,
    texts: {
      title: msg`Tour Guides`,
      one: msg({ message: 'Tour Guide', context: 'to delete' }),
      addButton: msg`Add tour guide`,
      none: msg`There are no guides here yet. Invite your first tour guide.`,
      whatStays: msg`They'll stop guiding here, and the next guide in the ranking takes over. Their account stays.`,
      removed: msg`Tour guide removed`,
      add: msg`Add New Tour Guide`,
      edit: msg`Edit Tour Guide`,
      loadFailed: msg`Failed to load guide details. Please try again later.`,
      notFound: msg`We couldn't find this guide, or you don't have permission to edit their details`,
      invited: msg`Invitation sent successfully. The guide will receive an email to complete their registration.`,
      saved: msg`Guide updated successfully`,
      alreadyHere: msg`This person is already a tour guide here`,
    },
  },
  partner: {
    role: 'travel_partner',
    back: withQuery(paths.manageRegion, { tab: 'partners' }),
    edit: paths.editPartner,
    nameOf: (row: Member) => row.business_name || nameOf(row),
    texts: {
      title: msg`Travel Partners`,
      one: msg({ message: 'Travel Partner', context: 'to delete' }),
      addButton: msg`Add travel partner`,
      none: msg`There are no travel partners yet. Invite a hotel or a business that sends you guests.`,
      whatStays: msg`Their referral links will stop working. Their account and earnings stay.`,
      removed: msg`Travel partner removed`,
      add: msg`Add travel partner`,
      edit: msg`Edit travel partner`,
      loadFailed: msg`Failed to load travel partner data`,
      notFound: msg`We couldn't find this travel partner, or you don't have permission to edit their details`,
      invited: msg`Invitation sent successfully. The partner will receive an email to complete their registration.`,
      saved: msg`Travel partner updated successfully`,
      alreadyHere: msg`This person is already a travel partner here`,
    },
  },
} as const;
export type Kind = keyof typeof KINDS;

/** The roles that a manager invites, with the texts of their screens. */
export const ACCOUNTS = {
  territory_staff: {
    title: msg`Region staff`,
    add: msg`Add staff member`,
    added: msg`Territory staff member added successfully`,
    none: msg`There are no staff members yet.`,
    remove: msg`Remove staff member`,
    removed: msg`Staff member removed successfully`,
  },
  shuttle_manager: {
    title: msg`Shuttle Managers`,
    add: msg`Add shuttle manager`,
    added: msg`Shuttle manager added successfully`,
    none: msg`There are no shuttle managers yet.`,
    remove: msg`Remove shuttle manager`,
    removed: msg`Shuttle manager removed`,
  },
} as const;
