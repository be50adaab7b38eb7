import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { currentLanguage, i18n } from '@/lib/i18n/i18n';
import type { Role } from './roles';

const LABELS: Record<Role, MessageDescriptor> = {
  admin: msg`Admin`,
  territory_manager: msg`Region manager`,
  territory_staff: msg`Region staff`,
  tour_guide: msg`Tour guide`,
  travel_partner: msg`Travel partner`,
  shuttle_manager: msg`Shuttle manager`,
  shuttle_driver: msg`Shuttle driver`,
  tourist: msg`Tourist`,
};

export const roleLabel = (role: Role): string => i18n._(LABELS[role]);

/** Returns for example 'tour guide', for use within a sentence. */
export const roleInSentence = (role: Role): string => roleLabel(role).toLocaleLowerCase(currentLanguage().locale);

/** Returns roles as the options of a select. */
export const roleOptions = (roles: readonly Role[]) => roles.map((role) => ({ value: role, label: roleLabel(role) }));
