import type { Calendar } from './calendar.ts';
import { partners } from './content/staff.ts';
import type { TerritoryId } from './content/types.ts';
import { required, uuidOf } from './ids.ts';
import { userId } from './people.ts';
import { insertRows, type Sql } from './rows.ts';

interface Link {
  code: string;
  partner: string;
  name: string;
  active: boolean;
  visits: number;
  guests: readonly string[];
}

const links: readonly Link[] = [
  {
    code: 'HOTEL1',
    partner: 'partner',
    name: 'Front desk card',
    active: true,
    visits: 214,
    guests: ['tourist', 'lucia.ferrer', 'kofi.mensah', 'james.whitfield', 'emily.carter'],
  },
  {
    code: 'SIGN24',
    partner: 'partner',
    name: 'Firma de WhatsApp',
    active: true,
    visits: 63,
    guests: ['jack.wilson', 'sofia.rossi'],
  },
  {
    code: 'WEB018',
    partner: 'partner',
    name: 'Old website banner',
    active: false,
    visits: 19,
    guests: ['peter.horvath'],
  },
  {
    code: 'JACINT',
    partner: 'casa.jacinta',
    name: 'Room folder',
    active: true,
    visits: 120,
    guests: ['yuki.tanaka', 'noah.bennett', 'mia.brunner'],
  },
  {
    code: 'XOCOMI',
    partner: 'hotel.xocomil',
    name: 'Breakfast table',
    active: true,
    visits: 88,
    guests: ['mateus.oliveira', 'hannah.cohen'],
  },
];

const linkId = (code: string) => uuidOf(`link/${code}`);

/**
 * Returns the link credited with a guest's bookings in a territory. Inactive links, and those of owners who aren't
 * partners there, don't count.
 */
export function linkOf(guest: string, territory: TerritoryId): { id: string; partnerId: string; rate: number } | null {
  const link = links.find(({ active, guests }) => active && guests.includes(guest));
  if (!link) return null;
  const partner = required(
    partners.find(({ key }) => key === link.partner),
    `the partner ${link.partner}`,
  );
  const rate = partner.territory === territory ? (partner.commission ?? 10) : partner.alsoIn?.[territory];
  return rate === undefined ? null : { id: linkId(link.code), partnerId: userId(partner.key), rate };
}

export async function seedReferrals(sql: Sql, calendar: Calendar): Promise<void> {
  const rows = links.map(({ code, partner, name, active, visits }) => ({
    id: linkId(code),
    user_id: userId(partner),
    name,
    code,
    active,
    visits,
    created_at: calendar.ago(24 * 280),
  }));
  await insertRows(sql, 'public.referral_links', rows);
  const registrations = links.flatMap(({ code, guests }, index) =>
    guests.map((guest, at) => ({
      user_id: userId(guest),
      referral_link_id: linkId(code),
      // This is before the seed's first booking, which is at most 110 days old.
      registered_at: calendar.ago(24 * (112 + index * 5 + at)),
    })),
  );
  await insertRows(sql, 'public.referral_registrations', registrations);
}
