import { z } from 'zod';
import { accountDeletedMail } from './account-mail.ts';
import { bookingMail, failedPaymentMail } from './booking-mails.ts';
import { conditionMail } from './condition-mail.ts';
import { mailContext } from './context.ts';
import { delayMail } from './delay-mail.ts';
import { departureOfferMail } from './departure-mails.ts';
import { dockTicketMail } from './dock-ticket-mail.ts';
import { goNoGoMail } from './go-no-go-mail.ts';
import type { Mail } from './mail.ts';
import { contactMail, inviteMail, messageMail, payeeAccountMail, payoutMail, roleDecidedMail } from './people-mails.ts';
import { pickupMail } from './pickup-mail.ts';
import { reminderMail } from './reminder-mails.ts';
import { teamBookingsMail, tomorrowMail } from './team-mails.ts';
import { transferAcceptedMail, transferInviteMail, transferRefundMail } from './transfer-mails.ts';
import { unsubscribePath } from './unsubscribe.ts';
import { seatsFreeMail } from './waitlist-mail.ts';

const reader = z.object({ language: z.string().nullish().catch(null) });

/** Writes the email of an outbox row in its reader's language. Throws for an unknown template or invalid data. */
export async function writeMail(template: string, data: unknown, appUrl: string): Promise<Mail> {
  const context = mailContext(reader.parse(data).language, appUrl, unsubscribePath(template, data));
  switch (template) {
    case 'message':
      return messageMail(data, context);
    case 'invite':
      return inviteMail(data, context);
    case 'role_decided':
      return roleDecidedMail(data, context);
    case 'payout':
      return payoutMail(data, context);
    case 'payee_account':
      return payeeAccountMail(data, context);
    case 'team_bookings':
      return teamBookingsMail(data, context);
    case 'tomorrow':
      return tomorrowMail(data, context);
    case 'go_no_go':
      return goNoGoMail(data, context);
    case 'account_deleted':
      return accountDeletedMail(data, context);
    case 'contact_message':
      return contactMail(data, context);
    case 'departure_late':
      return delayMail(data, context);
    case 'pickup_changed':
      return pickupMail(data, context);
    case 'departure_offer':
      return departureOfferMail(data, context);
    case 'condition':
      return conditionMail(data, context);
    case 'reminder_evening':
    case 'reminder_soon':
      return reminderMail(template, data, context);
    case 'seats_free':
      return seatsFreeMail(data, context);
    case 'dock_ticket':
      return dockTicketMail(data, context);
    case 'transfer_invite':
      return transferInviteMail(data, context);
    case 'transfer_accepted':
      return transferAcceptedMail(data, context);
    case 'transfer_refund':
      return transferRefundMail(data, context);
    case 'payment_failed':
      return failedPaymentMail(data, context);
    default:
      return bookingMail(template, data, context);
  }
}
