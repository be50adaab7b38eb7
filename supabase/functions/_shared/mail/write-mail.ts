import { accountDeletedMail } from './account-mail.ts';
import { bookingMail, failedPaymentMail } from './booking-mails.ts';
import type { Mail } from './mail.ts';
import { contactMail, inviteMail, messageMail, payoutMail, roleDecidedMail } from './people-mails.ts';
import { teamBookingsMail, tomorrowMail } from './team-mails.ts';

/** Writes the mail of a row of the outbox. Throws when there is no such template, or its data is not what it should be. */
export async function writeMail(template: string, data: unknown, appUrl: string): Promise<Mail> {
  switch (template) {
    case 'message':
      return messageMail(data, appUrl);
    case 'invite':
      return inviteMail(data, appUrl);
    case 'role_decided':
      return roleDecidedMail(data, appUrl);
    case 'payout':
      return payoutMail(data, appUrl);
    case 'team_bookings':
      return teamBookingsMail(data, appUrl);
    case 'tomorrow':
      return tomorrowMail(data, appUrl);
    case 'account_deleted':
      return accountDeletedMail(data);
    case 'contact_message':
      return contactMail(data);
    case 'payment_failed':
      return failedPaymentMail(data, appUrl);
    default:
      return bookingMail(template, data, appUrl);
  }
}
