import { at, TERRITORIES, type Turn } from './turn.ts';
import type { World } from './world.ts';

/** Actions on roles (invite, request, accept, decide, drop, revoke) and on data about people. */

const ROLES = [
  'tour_guide',
  'travel_partner',
  'shuttle_driver',
  'shuttle_manager',
  'territory_staff',
  'territory_manager',
  'admin',
];

/** Accepted invitations. */
const taken = new WeakMap<World, ReadonlySet<string>>();

export const PEOPLE_ACTIONS = {
  invite: async (turn: Turn) => {
    const { world, step } = turn;
    const to = turn.person(step.which);
    const roles = [at(ROLES, step.other) ?? ''];
    const territory = at(TERRITORIES, step.which) ?? '';
    const [address] = await turn.sql`select email from public.profiles where id = ${to}`;
    const made = await turn.call(turn.actor(...turn.office(territory), 'admin'), 'create_invite', {
      p_email: address?.email,
      p_roles: roles,
      p_territory_id: territory,
    });
    const id = made.invite_id as string;
    // The code is deleted when the email is sent.
    const [mail] =
      await turn.sql`select payload ->> 'code' as code from private.outbox where payload ->> 'invite_id' = ${id}`;
    if (mail?.code) world.invitations.push({ id, code: mail.code, to, roles, territory });
  },
  redeem: async (turn: Turn) => {
    const { world } = turn;
    const invitation = at(world.invitations, turn.step.which);
    if (!invitation) return;
    const who = turn.actor(invitation.to);
    if (turn.step.other % 2 === 0) await turn.call(who, 'redeem_invite', { p_code: invitation.code });
    else await turn.call(who, 'accept_invite', { p_invite_id: invitation.id });
    // Repeating it after the role has ended gets the same response and grants nothing.
    if (taken.get(world)?.has(invitation.id)) return;
    taken.set(world, new Set([...(taken.get(world) ?? []), invitation.id]));
    for (const role of invitation.roles) world.roles.hold(who, role, role === 'admin' ? null : invitation.territory);
  },
  decline: async (turn: Turn) => {
    const invitation = at(turn.world.invitations, turn.step.which);
    if (invitation) await turn.call(turn.actor(invitation.to), 'decline_invite', { p_invite_id: invitation.id });
  },
  /** Nobody gets a role in a territory this way, although admins can make others admins. */
  seize: async (turn: Turn) => {
    const role = at(ROLES, turn.step.other) ?? '';
    const person = turn.person(turn.step.which);
    await turn.call(turn.actor('manager', 'admin'), 'grant_role', { p_user_id: person, p_role: role });
    if (role === 'admin') turn.world.roles.hold(person, role, null);
  },
  withdraw: async (turn: Turn) => {
    const invitation = at(turn.world.invitations, turn.step.which);
    if (invitation)
      await turn.call(turn.actor(turn.manager(invitation.territory)), 'withdraw_invite', {
        p_invite_id: invitation.id,
      });
  },
  askForRole: async (turn: Turn) => {
    const who = turn.person(turn.step.who);
    const role = at(ROLES, turn.step.other) ?? '';
    const { added } = await turn.call(who, 'add_my_role', { p_role: role });
    if (added) turn.world.roles.takeUp(who, role);
  },
  decide: async (turn: Turn) => {
    const rows =
      await turn.sql`select id, user_id, role, territory_id from public.role_requests order by created_at, id`;
    const request = at(rows, turn.step.which);
    if (!request) return;
    const territory = request.territory_id ?? at(TERRITORIES, turn.step.other);
    const approve = turn.step.other % 3 > 0;
    await turn.call(turn.actor(turn.manager(territory), 'admin'), 'decide_role_request', {
      p_request_id: request.id,
      p_approve: approve,
      p_territory_id: territory,
    });
    if (approve) turn.world.roles.hold(request.user_id, request.role, request.role === 'admin' ? null : territory);
  },
  leave: async (turn: Turn) => {
    const who = turn.person(turn.step.who);
    const role = at(ROLES, turn.step.other) ?? '';
    await turn.call(who, 'remove_my_role', { p_role: role });
    turn.world.roles.drop(who, role);
  },
  revoke: async (turn: Turn) => {
    const territory = at(TERRITORIES, turn.step.other) ?? '';
    const role = at(ROLES.slice(0, 6), turn.step.which) ?? '';
    const person = turn.person(turn.step.other);
    const who = turn.actor(turn.manager(territory));
    await turn.call(who, 'revoke_role', { p_user_id: person, p_role: role, p_territory_id: territory });
    turn.world.roles.revoke(who, person, role, territory);
  },
  editProfile: (turn: Turn) =>
    turn.run(turn.actor(), `update public.profiles set bio = 'Hello' where id = '${turn.person(turn.step.which)}'`),
  editMember: async (turn: Turn) => {
    const { fitting, which, other } = turn.step;
    const person = fitting ? (turn.world.people.partner ?? '') : turn.person(which);
    const territory = fitting ? 'rio' : at(TERRITORIES, other);
    const [row] = await turn.sql`select private.member_version(${person}, ${territory ?? ''})::text as version`;
    // Sent as text, because the driver would write it as a Date, without its microseconds.
    await turn.run(
      turn.actor('manager'),
      `select public.save_member('${person}', '${territory}', '${row?.version}', p_commission_level => ${other % 40})`,
    );
  },
};
