import { id, userId } from './identities.ts';
import { ALL, NOBODY, SIGNED_IN, type TableRules } from './rules.ts';

const byId = (name: string) => `id = '${name}'`;
const rowsOf = (home: string, away: string) => ({ home: byId(home), away: byId(away) });
const readOnly = { insert: NOBODY, update: NOBODY, delete: NOBODY } as const;

export const communityTables: TableRules = {
  'public.territory_messages': {
    rows: { ...rowsOf(id.post, id.post2), hidden: byId(id.hiddenPost) },
    select: { home: ALL, away: ALL, hidden: 'tourist staff manager admin' },
    insert: {
      post: [`(territory_id, message) values ('rio', 'New')`, SIGNED_IN],
      reply: [`(territory_id, message, parent_id) values ('rio', 'New', '${id.post}')`, SIGNED_IN],
      hiddenBoard: [`(territory_id, message) values ('oculto', 'New')`, NOBODY],
      asAnother: [`(territory_id, message, user_id) values ('rio', 'New', '${userId.tourist}')`, NOBODY],
    },
    update: NOBODY,
    delete: NOBODY,
  },
  'public.message_reports': {
    rows: rowsOf(id.report, id.report2),
    select: { home: 'staff manager admin', away: 'staff2 manager2 admin' },
    ...readOnly,
  },
  'public.reviews': {
    rows: { ...rowsOf(id.review, id.review2), hidden: byId(id.hiddenReview) },
    select: { home: ALL, away: ALL, hidden: 'tourist staff manager admin' },
    ...readOnly,
  },
  'public.messages': {
    rows: { ...rowsOf(id.message, id.message2), transport: byId(id.transportMessage) },
    select: {
      home: 'tourist guide staff manager',
      away: 'otherTourist guide2 staff2 manager2',
      transport: 'tourist shuttle staff manager',
    },
    ...readOnly,
  },
  'public.notifications': {
    rows: rowsOf(id.notification, id.notification2),
    select: { home: 'tourist', away: 'otherTourist' },
    ...readOnly,
  },
  'public.user_submissions': {
    rows: rowsOf(id.submission, id.submission2),
    select: { home: 'staff manager admin', away: 'staff2 manager2 admin' },
    ...readOnly,
  },
  'public.contact_messages': { rows: { any: byId(id.contact) }, select: { any: 'admin' }, ...readOnly },
  'public.partner_applications': {
    rows: rowsOf(id.application, id.application2),
    select: { home: 'staff manager admin', away: 'staff2 manager2 admin' },
    ...readOnly,
  },
};
