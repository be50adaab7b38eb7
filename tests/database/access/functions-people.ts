import { INVITE_CODE, id, userId } from './identities.ts';
import { ALL, type FunctionRules, NOBODY, SIGNED_IN } from './rules.ts';

const HOME = 'staff manager admin';
const API = 'authenticated';
const OPEN = 'anon authenticated';

/** Saves with the version just read; callers who can't read the person send no version. */
const readNow = (person: string) =>
  `from (select id, updated_at from public.profiles where id = '${person}' union all select '${person}', null limit 1) p`;
const saveMember = (person: string, values: string) =>
  `public.save_member(id, 'rio', updated_at, ${values}) ${readNow(person)}`;
const saveGuide = (person: string, territory: string) =>
  `public.save_guide(id, '${territory}', updated_at, true) ${readNow(person)}`;

const ACCOUNT = JSON.stringify({
  holder: 'Marta Choc',
  kind: 'person',
  bank: 'Bank',
  account_type: 'savings',
  currency_code: 'GTQ',
  account_number: '12345678',
});
/** Gives the token a sign-in of this moment before the call. */
const signedInRecently = (call: string) => `${call} from (select set_config('request.jwt.claims',
  (current_setting('request.jwt.claims')::jsonb || jsonb_build_object('amr', jsonb_build_array(jsonb_build_object(
    'method', 'password', 'timestamp', extract(epoch from now())))))::text, true) as claims) x where x.claims is not null`;

/**
 * Rules for functions of roles, invitations and a territory's people: who may execute each, and whose calls
 * succeed.
 */
export const peopleFunctions: FunctionRules = {
  'add_my_role(text,text)': { execute: API, calls: { any: [`public.add_my_role('tour_guide')`, SIGNED_IN] } },
  'remove_my_role(text)': { execute: API, calls: { any: [`public.remove_my_role('travel_partner')`, SIGNED_IN] } },
  'grant_role(uuid,text)': {
    execute: API,
    calls: {
      admin: [`public.grant_role('${userId.otherTourist}', 'admin')`, 'admin'],
      guide: [`public.grant_role('${userId.otherTourist}', 'tour_guide')`, NOBODY],
      manager: [`public.grant_role('${userId.otherTourist}', 'territory_manager')`, NOBODY],
    },
  },
  'revoke_role(uuid,text,text)': {
    execute: API,
    calls: {
      guideHome: [`public.revoke_role('${userId.guide}', 'tour_guide', 'rio')`, HOME],
      guideAway: [`public.revoke_role('${userId.guide2}', 'tour_guide', 'lago')`, 'staff2 manager2 admin'],
      partner: [`public.revoke_role('${userId.partner}', 'travel_partner', 'rio')`, HOME],
      shuttle: [`public.revoke_role('${userId.shuttle}', 'shuttle_manager', 'rio')`, 'manager admin'],
      staff: [`public.revoke_role('${userId.staff}', 'territory_staff', 'rio')`, 'manager admin'],
      manager: [`public.revoke_role('${userId.manager}', 'territory_manager', 'rio')`, 'admin'],
    },
  },
  'withdraw_role_request(uuid)': {
    execute: API,
    calls: {
      home: [`public.withdraw_role_request('${id.request}')`, 'tourist'],
      away: [`public.withdraw_role_request('${id.request2}')`, 'otherTourist'],
    },
  },
  'decide_role_request(uuid,boolean,text,text)': {
    execute: API,
    calls: {
      home: [`public.decide_role_request('${id.request}', true)`, 'manager admin'],
      away: [`public.decide_role_request('${id.request2}', true)`, 'manager2 admin'],
    },
  },
  'create_invite(text,text[],text,text,text,numeric)': {
    execute: `${API} service_role`,
    calls: {
      guide: [`public.create_invite('x@example.test', '{tour_guide}', 'rio')`, HOME],
      staff: [`public.create_invite('x@example.test', '{territory_staff}', 'rio')`, 'manager admin'],
      driver: [`public.create_invite('x@example.test', '{shuttle_driver}', 'rio')`, 'shuttle manager admin'],
      mixed: [`public.create_invite('x@example.test', '{tour_guide,territory_manager}', 'rio')`, 'admin'],
      partner: [`public.create_invite('x@example.test', '{travel_partner}', 'rio', '', 'Hotel')`, HOME],
      commission: [
        `public.create_invite('x@example.test', '{travel_partner}', 'rio', '', 'Hotel', 30)`,
        'manager admin',
      ],
    },
  },
  'withdraw_invite(uuid)': {
    execute: API,
    calls: {
      home: [`public.withdraw_invite('${id.invite}')`, HOME],
      away: [`public.withdraw_invite('${id.invite2}')`, 'staff2 manager2 admin'],
    },
  },
  'lookup_invite(text)': { execute: OPEN, calls: { any: [`public.lookup_invite('${INVITE_CODE}')`, ALL] } },
  'claim_account(text)': { execute: API, calls: { any: ['public.claim_account()', SIGNED_IN] } },
  'service.invited_account(text,text)': {
    execute: 'service_role',
    calls: { any: [`service.invited_account('${INVITE_CODE}', 'Nina')`, NOBODY] },
  },
  'service.own_invited_account(text,uuid,text)': {
    execute: 'service_role',
    calls: { any: [`service.own_invited_account('${INVITE_CODE}', '${userId.otherTourist}', 'n')`, NOBODY] },
  },
  'redeem_invite(text)': {
    execute: API,
    calls: { invited: [`public.redeem_invite('${INVITE_CODE}')`, 'otherTourist'] },
  },
  'my_invites()': { execute: API, calls: { any: ['count(*) from public.my_invites()', SIGNED_IN] } },
  'accept_invite(uuid)': {
    execute: API,
    calls: { invited: [`public.accept_invite('${id.invite2}')`, 'otherTourist'] },
  },
  'decline_invite(uuid)': {
    execute: API,
    calls: { invited: [`public.decline_invite('${id.invite2}')`, 'otherTourist'] },
  },
  'my_guide_number()': { execute: API, calls: { any: ['public.my_guide_number()', SIGNED_IN] } },
  'save_guide_number(text)': {
    execute: API,
    calls: { any: [`public.save_guide_number('+50255123480')`, 'guide guide2'] },
  },
  'my_payee_account()': { execute: API, calls: { any: ['public.my_payee_account()', SIGNED_IN] } },
  // When a sign-in is recent: tests/database/payouts/payee-accounts.test.ts.
  'save_payee_account(jsonb)': {
    execute: API,
    calls: {
      recently: [
        signedInRecently(`public.save_payee_account('${ACCOUNT}')`),
        'guide guide2 manager manager2 partner partner2',
      ],
      longAgo: [`public.save_payee_account('${ACCOUNT}')`, NOBODY],
    },
  },
  'delete_payee_account()': {
    execute: API,
    calls: {
      recently: [signedInRecently('public.delete_payee_account()'), SIGNED_IN],
      longAgo: ['public.delete_payee_account()', NOBODY],
    },
  },
  'my_work_territories()': { execute: API, calls: { any: ['count(*) from public.my_work_territories()', SIGNED_IN] } },
  'choose_territory(text)': {
    execute: API,
    calls: {
      home: [`public.choose_territory('rio')`, 'guide shuttle driver staff manager partner'],
      away: [`public.choose_territory('lago')`, 'guide2 shuttle2 staff2 manager2 partner2'],
    },
  },
  'save_member(uuid,text,timestamp with time zone,text,numeric)': {
    execute: API,
    calls: {
      guide: [saveMember(userId.guide, `'Hotel'`), NOBODY],
      business: [saveMember(userId.partner, `'Hotel', 10`), HOME],
      commission: [saveMember(userId.partner, `'Hotel', 12`), 'manager admin'],
      tourist: [saveMember(userId.tourist, `'Hotel'`), NOBODY],
    },
  },
  'territory_topic(text)': {
    execute: API,
    calls: {
      home: [`public.territory_topic('rio')`, `guide shuttle driver ${HOME}`],
      away: [`public.territory_topic('lago')`, 'guide2 shuttle2 staff2 manager2 admin'],
    },
  },
  'save_guide(uuid,text,timestamp with time zone,boolean)': {
    execute: API,
    calls: {
      guide: [saveGuide(userId.guide, 'rio'), HOME],
      away: [saveGuide(userId.guide2, 'lago'), 'staff2 manager2 admin'],
      partner: [saveGuide(userId.partner, 'rio'), NOBODY],
    },
  },
  'territory_rules(text)': {
    execute: API,
    calls: {
      home: [`public.territory_rules('rio')`, HOME],
      away: [`public.territory_rules('lago')`, 'staff2 manager2 admin'],
    },
  },
  'own_save(uuid)': { execute: API, calls: { any: ['public.own_save(gen_random_uuid())', SIGNED_IN] } },
  'cash_share()': { execute: API, calls: { any: ['public.cash_share()', 'admin'] } },
  'save_cash_share(numeric,numeric)': { execute: API, calls: { any: ['public.save_cash_share(40, 50)', 'admin'] } },
  'commission_limits()': { execute: API, calls: { any: ['public.commission_limits()', 'admin'] } },
  'save_commission_limits(numeric,numeric,numeric,numeric)': {
    execute: API,
    calls: { any: ['public.save_commission_limits(25, 55, 30, 50)', 'admin'] },
  },
  'commission_rules(text)': {
    execute: API,
    calls: {
      home: [`public.commission_rules('rio')`, HOME],
      away: [`public.commission_rules('lago')`, 'staff2 manager2 admin'],
    },
  },
  'list_members(text,text[],text,uuid,text,boolean,text,uuid,integer)': {
    execute: API,
    calls: {
      home: [`* from public.list_members('rio')`, HOME],
      away: [`* from public.list_members('lago')`, 'staff2 manager2 admin'],
      nowhere: [`* from public.list_members(null)`, NOBODY],
    },
  },
};
