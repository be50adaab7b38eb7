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
      addButton: msg`Add Tour Guide`,
      none: msg`No guides here yet. Invite your first tour guide.`,
      whatStays: msg`They stop guiding here, and the next in the ranking takes over. Their account stays.`,
      removed: msg`Tour guide removed successfully`,
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
    edit: paths.editPartner,
    nameOf: (row: Member) => row.business_name || nameOf(row),
    texts: {
      title: msg`Travel Partners`,
      one: msg({ message: 'Travel Partner', context: 'to delete' }),
      addButton: msg`Add Travel Partner`,
      none: msg`No travel partners yet. Invite a hotel or a business that sends you guests.`,
      whatStays: msg`Their referral links stop working. Their account and what they have earned stay.`,
      removed: msg`Travel partner removed successfully`,
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

/** The roles that a manager invites, with the texts of their screens. */
export const ACCOUNTS = {
  territory_staff: {
    title: msg`Region staff`,
    add: msg`Add Staff Member`,
    added: msg`Territory staff member added successfully`,
    none: msg`No staff members yet.`,
    remove: msg`Remove staff member`,
    removed: msg`Staff member removed successfully`,
  },
  shuttle_manager: {
    title: msg`Shuttle Managers`,
    add: msg`Add Shuttle Manager`,
    added: msg`Shuttle manager added successfully`,
    none: msg`No shuttle managers yet.`,
    remove: msg`Remove shuttle manager`,
    removed: msg`Shuttle manager removed successfully`,
  },
} as const;
