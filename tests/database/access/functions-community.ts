import { id, userId } from './identities.ts';
import { type FunctionRules, NOBODY, SIGNED_IN } from './rules.ts';

const HOME = 'staff manager admin';
const API = 'authenticated';

/**
 * Rules for functions of the board, conversations, reviews, accounts, partners and submissions: who may execute
 * each, and whose calls succeed.
 */
export const communityFunctions: FunctionRules = {
  'report_message(uuid,text)': {
    execute: API,
    calls: {
      home: [`public.report_message('${id.post}', 'spam')`, SIGNED_IN],
      hidden: [`public.report_message('${id.hiddenPost}')`, NOBODY],
    },
  },
  'hide_message(uuid,boolean)': {
    execute: API,
    calls: {
      home: [`public.hide_message('${id.post}')`, HOME],
      away: [`public.hide_message('${id.post2}')`, 'staff2 manager2 admin'],
    },
  },
  'review_report(uuid,boolean)': {
    execute: API,
    calls: {
      home: [`public.review_report('${id.report}', true)`, HOME],
      away: [`public.review_report('${id.report2}', false)`, 'staff2 manager2 admin'],
    },
  },
  'mark_notifications_read(uuid[])': { execute: API, calls: { own: ['public.mark_notifications_read()', SIGNED_IN] } },
  'save_push_subscription(text,text,text)': {
    execute: API,
    calls: {
      own: [
        `public.save_push_subscription('https://fcm.googleapis.com/x', 'BA' || repeat('a', 85), repeat('a', 22))`,
        SIGNED_IN,
      ],
    },
  },
  'delete_push_subscription(text)': {
    execute: API,
    calls: { own: [`public.delete_push_subscription('https://fcm.googleapis.com/x')`, SIGNED_IN] },
  },
  'mark_conversation_read(uuid)': {
    execute: API,
    calls: { own: [`public.mark_conversation_read('${id.booking}')`, SIGNED_IN] },
  },
  'send_message(uuid,text,uuid)': {
    execute: API,
    calls: {
      home: [`public.send_message('${id.booking}', 'Hi')`, 'tourist guide staff manager'],
      away: [`public.send_message('${id.booking2}', 'Hi')`, 'otherTourist guide2 staff2 manager2'],
      transport: [`public.send_message('${id.transportBooking}', 'Hi')`, 'tourist shuttle staff manager'],
    },
  },
  'create_review(uuid,integer,text,text[])': {
    execute: API,
    calls: { transport: [`public.create_review('${id.transportBooking2}', 5)`, 'otherTourist'] },
  },
  'my_reviews(uuid[])': {
    execute: API,
    calls: { any: [`count(*) from public.my_reviews(array['${id.booking}']::uuid[])`, SIGNED_IN] },
  },
  'reply_review(uuid,text,text)': {
    execute: API,
    calls: { home: [`public.reply_review('${id.review}', 'Thanks')`, `guide ${HOME}`] },
  },
  'my_review_rights(uuid)': {
    execute: API,
    calls: {
      home: [`1 from public.my_review_rights('${id.experience}') r where (r ->> 'reply')::boolean`, `guide ${HOME}`],
    },
  },
  // Returns rows of the callers' own territories, and none for everyone else.
  'reported_reviews(timestamp with time zone,uuid,integer)': { execute: API, calls: {} },
  'report_review(uuid)': { execute: API, calls: { home: [`public.report_review('${id.review}')`, SIGNED_IN] } },
  // Only the author can edit a review.
  'edit_review(uuid,integer,text,text[])': {
    execute: API,
    calls: { home: [`public.edit_review('${id.review}', 4, 'Better')`, 'tourist'] },
  },
  'delete_review(uuid)': { execute: API, calls: { home: [`public.delete_review('${id.review}')`, 'tourist'] } },
  'edit_message(uuid,text)': {
    execute: API,
    calls: { home: [`public.edit_message('${id.post}', 'Better')`, 'tourist'] },
  },
  'delete_message(uuid)': { execute: API, calls: { home: [`public.delete_message('${id.post}')`, 'tourist'] } },
  'hide_review(uuid,boolean)': { execute: API, calls: { home: [`public.hide_review('${id.review}')`, HOME] } },
  'submit_content(text[],text[],text,text,text)': {
    execute: API,
    calls: {
      own: [
        `public.submit_content(array['/storage/v1/object/public/media/user-submissions/' || coalesce(auth.uid()::text, '') || '/p.webp'], '{image}', 'c', 'l', 'rio')`,
        SIGNED_IN,
      ],
    },
  },
  'account_deletion_terms()': { execute: API, calls: { any: ['public.account_deletion_terms()', SIGNED_IN] } },
  // Only the edge function calls this, after it identified the caller. No one deletes an account directly from the
  // browser.
  'service.record_deletion_attempt(uuid)': {
    execute: 'service_role',
    calls: { own: [`service.record_deletion_attempt('${userId.tourist}')`, NOBODY] },
  },
  'service.prepare_account_deletion(uuid)': {
    execute: 'service_role',
    calls: { own: [`service.prepare_account_deletion('${userId.tourist}')`, NOBODY] },
  },
  'service.erase_account(uuid)': {
    execute: 'service_role',
    calls: { own: [`service.erase_account('${userId.tourist}')`, NOBODY] },
  },
  'service.account_files(uuid,integer)': {
    execute: 'service_role',
    calls: { own: [`service.account_files('${userId.tourist}')`, NOBODY] },
  },
  'service.finish_account_deletion(uuid)': {
    execute: 'service_role',
    calls: { own: [`service.finish_account_deletion('${userId.tourist}')`, NOBODY] },
  },
  'service.unfinished_account_deletions(integer)': {
    execute: 'service_role',
    calls: { any: ['service.unfinished_account_deletions()', NOBODY] },
  },
  'my_booking_details(text)': { execute: API, calls: { any: [`public.my_booking_details('rio')`, SIGNED_IN] } },
  'my_activity()': { execute: API, calls: { any: ['public.my_activity()', SIGNED_IN] } },
  'delete_referral_link(uuid)': {
    execute: API,
    calls: { any: [`public.delete_referral_link('${id.link}')`, 'partner partner2'] },
  },
  'partner_links()': { execute: API, calls: { any: ['public.partner_links()', 'partner partner2'] } },
  'partner_totals()': { execute: API, calls: { any: ['public.partner_totals()', 'partner partner2'] } },
  'partner_funnel()': { execute: API, calls: { any: ['public.partner_funnel()', 'partner partner2'] } },
  'partner_terms()': { execute: API, calls: { any: ['public.partner_terms()', 'partner partner2'] } },
  'partner_months()': { execute: API, calls: { any: ['public.partner_months()', 'partner partner2'] } },
  'partner_activity(timestamp with time zone,uuid,integer,boolean)': {
    execute: API,
    calls: { any: ['public.partner_activity()', 'partner partner2'] },
  },
  'my_data()': { execute: API, calls: { any: ['public.my_data()', SIGNED_IN] } },
  'service.queue_contact_mail(uuid,text)': {
    execute: 'service_role',
    calls: { any: [`service.queue_contact_mail('${id.contact}', 'team@example.test')`, NOBODY] },
  },
  'service.submit_contact(uuid,text,text,text)': {
    execute: 'service_role',
    calls: { any: [`service.submit_contact('${userId.tourist}', 'n', 'm')`, NOBODY] },
  },
  'service.submit_partner_application(uuid,text,text,text,text,text,text,text)': {
    execute: 'service_role',
    calls: { any: [`service.submit_partner_application(null, 'tour_guide', 'n', 'new@example.test')`, NOBODY] },
  },
  'review_queue_item(text,uuid,text)': {
    execute: API,
    calls: {
      submission: [`public.review_queue_item('submission', '${id.submission}', 'approved')`, HOME],
      application: [
        `public.review_queue_item('application', '${id.application2}', 'declined')`,
        'staff2 manager2 admin',
      ],
      contact: [`public.review_queue_item('contact', '${id.contact}', 'done')`, 'admin'],
    },
  },
};
