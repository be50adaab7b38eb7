import { t } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { roleLabel } from '@/features/account/profile/role-labels';
import { ROLES } from '@/features/account/profile/roles';
import { nameIn } from '@/lib/i18n/listing-texts';
import { region, regionOf, service, type Wording, wording } from './wording';

const excerpt = { excerpt: z.string() };
const asked = {
  role: z.enum(ROLES),
  region: z.optional(region.region),
  regions: region.regions,
};

/** Returns for example 'Tour guide in Río Dulce'. */
function roleIn({
  role,
  region: original,
  regions,
}: {
  role: (typeof ROLES)[number];
  region?: string | undefined;
  regions: Record<string, string>;
}) {
  const label = roleLabel(role);
  const place = original && nameIn(original, regions);
  return place ? t`${label} in ${place}` : label;
}

export const peopleWordings = {
  message: wording(
    z.object({ ...excerpt, title: z.optional(service.title), titles: service.titles, name: z.nullish(z.string()) }),
    (params) => {
      const from = params.name || t`New message`;
      const about = params.title && nameIn(params.title, params.titles);
      return { title: about ? `${from}, ${about}` : from, message: params.excerpt };
    },
  ),
  board_message: wording(z.object({ ...excerpt, ...region }), (params) => {
    const place = regionOf(params);
    return { title: t`New message in ${place}`, message: params.excerpt };
  }),
  board_reply: wording(z.object({ ...excerpt, ...region }), (params) => {
    const place = regionOf(params);
    return { title: t`New reply in ${place}`, message: params.excerpt };
  }),
  message_reported: wording(z.object(excerpt), (params) => ({ title: t`Message Reported`, message: params.excerpt })),
  review_reported: wording(z.object(excerpt), (params) => ({ title: t`Review Reported`, message: params.excerpt })),
  role_requested: wording(z.object({ ...asked, name: z.nullish(z.string()) }), (params) => {
    const [name, role] = [params.name || t`Someone`, roleIn(params)];
    return { title: t`Role request`, message: t`${name} asked for this role: ${role}` };
  }),
  role_approved: wording(z.object(asked), (params) => {
    const role = roleIn(params);
    return { title: t`Role approved`, message: t`Your new role: ${role}` };
  }),
  role_declined: wording(z.object({ ...asked, reason: z.nullish(z.string()) }), (params) => {
    const role = roleIn(params);
    const message = t`Your request was declined: ${role}`;
    return { title: t`Role request declined`, message: params.reason ? `${message}. ${params.reason}` : message };
  }),
} satisfies Record<string, Wording>;
