import { createHash } from 'node:crypto';
import type { Calendar } from './calendar.ts';
import { uuidOf } from './ids.ts';
import { sceneUrl } from './media.ts';
import { emailOf, userId } from './people.ts';
import { insertRows, type Sql } from './rows.ts';

type Row = Record<string, unknown>;

/** Inserts work for staff, managers and admins: reports, submissions, requests, applications and emails. */
export async function seedManagement(sql: Sql, calendar: Calendar): Promise<void> {
  await insertRows(sql, 'public.message_reports', reports(calendar));
  await insertRows(sql, 'public.user_submissions', submissions(calendar));
  await insertRows(sql, 'public.role_requests', roleRequests(calendar));
  await insertRows(sql, 'public.invites', invites(calendar));
  await insertRows(sql, 'public.partner_applications', applications(calendar));
  await insertRows(sql, 'public.contact_messages', contactMessages(calendar));
}

function reports(calendar: Calendar): Row[] {
  return [
    {
      message_id: uuidOf('board/rio-dulce/5'),
      territory_id: 'rio-dulce',
      reporter_id: userId('noah.bennett'),
      reason: 'Asking where people carry cash should not be on a public board.',
      created_at: calendar.ago(30),
    },
  ];
}

function submissions(calendar: Calendar): Row[] {
  const submission = (
    by: string,
    scene: string,
    comment: string,
    location: string,
    territory: string,
    ago: number,
    status: string,
  ) => ({
    user_id: userId(by),
    territory_id: territory,
    media_urls: [sceneUrl(scene)],
    media_types: ['image'],
    comment,
    location,
    status,
    reviewed_by: status === 'pending' ? null : userId('manager'),
    reviewed_at: status === 'pending' ? null : calendar.ago(ago - 10),
    created_at: calendar.ago(ago),
  });
  return [
    submission(
      'guide',
      'mangrove',
      'Mangrove tunnel at low water, free for the gallery.',
      'Chocón Machacas',
      'rio-dulce',
      20,
      'pending',
    ),
    submission(
      'lucia.ferrer',
      'hot-waterfall',
      'La cascada a las tres de la tarde.',
      'Finca El Paraíso',
      'rio-dulce',
      52,
      'pending',
    ),
    submission(
      'marta.choc',
      'ceiba',
      'La ceiba vieja después de la lluvia.',
      'Fronteras',
      'rio-dulce',
      300,
      'approved',
    ),
    submission(
      'yuki.tanaka',
      'atitlan',
      'Sunrise from the dock.',
      'San Pedro La Laguna',
      'lake-atitlan',
      70,
      'pending',
    ),
  ];
}

function roleRequests(calendar: Calendar): Row[] {
  return [
    { user_id: userId('jorge.ramirez'), role: 'tour_guide', territory_id: 'rio-dulce', created_at: calendar.ago(40) },
  ];
}

function invites(calendar: Calendar): Row[] {
  return [
    {
      code_hash: createHash('sha256').update('territorio seed invite').digest('hex'),
      email: 'esperanza.coc@example.org',
      full_name: 'Esperanza Coc',
      roles: ['tour_guide'],
      territory_id: 'rio-dulce',
      invited_by: userId('manager'),
      expires_at: new Date(calendar.now.getTime() + 9 * 86_400_000),
      created_at: calendar.ago(24 * 5),
    },
  ];
}

function applications(calendar: Calendar): Row[] {
  return [
    {
      user_id: userId('maria.ajanel'),
      kind: 'hotel_partner',
      name: 'María José Ajanel',
      email: emailOf('maria.ajanel'),
      phone: '+12025550147',
      territory_id: 'lake-atitlan',
      message: 'Seis habitaciones en Santa Cruz. Los huéspedes nos preguntan todas las noches por las lanchas.',
      created_at: calendar.ago(60),
    },
    {
      user_id: null,
      kind: 'transport_provider',
      name: 'Transportes El Faro',
      email: 'faro@example.org',
      phone: '+12025550188',
      territory_id: 'livingston',
      message: 'Dos lanchas con techo, con licencia para veinte pasajeros.',
      created_at: calendar.ago(130),
    },
  ];
}

function contactMessages(calendar: Calendar): Row[] {
  return [
    {
      user_id: userId('olivia.tremblay'),
      name: 'Olivia Tremblay',
      email: emailOf('olivia.tremblay'),
      subject: 'A group of twenty-two',
      message: 'We are a school class from Québec and would like the canyon in March. Is that one boat or two?',
      created_at: calendar.ago(18),
    },
  ];
}
