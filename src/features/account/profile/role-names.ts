import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Role } from './roles';

export const roleName: Record<Role, MessageDescriptor> = {
  admin: msg`Admin`,
  territory_manager: msg`Region manager`,
  territory_staff: msg`Region staff`,
  tour_guide: msg`Tour guide`,
  travel_partner: msg`Travel partner`,
  shuttle_manager: msg`Shuttle manager`,
  shuttle_driver: msg`Shuttle driver`,
  tourist: msg`Tourist`,
};
