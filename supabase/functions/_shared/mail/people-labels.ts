import type { I18n } from '@lingui/core';
import type { Formats } from './formats.ts';

/** Returns the texts of emails about messages, roles, payouts and accounts. */
export const peopleLabels = (i18n: I18n, { list }: Formats) => ({
  message: {
    unknownSender: i18n.t('Unknown Sender'),
    subject: (n: number, names: string[]) =>
      i18n.t('{n, plural, one {New message from {senders}} other {# new messages from {senders}}}', {
        n,
        senders: list(names),
      }),
    heading: (n: number) => i18n.t('{n, plural, one {New message} other {New messages}}', { n }),
    intro: (names: string[]) => i18n.t('{senders} messaged you about your booking:', { senders: list(names) }),
  },
  invite: {
    subject: (territory: string) =>
      territory ? i18n.t('Join Territorio in {territory}', { territory }) : i18n.t('Join Territorio'),
    heading: i18n.t("You're invited"),
    team: i18n.t('The Territorio team'),
    intro: (inviter: string, names: string[], territory: string) => {
      const roles = list(names);
      return territory
        ? i18n.t('{inviter} has invited you to join {territory}. Your role: {roles}.', { inviter, roles, territory })
        : i18n.t('{inviter} has invited you to join. Your role: {roles}.', { inviter, roles });
    },
    how: i18n.t(
      "Accept the invitation with the account for this email address. If you don't have an account yet, you'll choose your own password.",
    ),
    until: (day: string) => i18n.t('This invitation is just for you, works once and expires on {day}.', { day }),
  },
  roleDecided: {
    subject: (approved: boolean, role: string) =>
      approved ? i18n.t('Your new role: {role}', { role }) : i18n.t('Your request was declined'),
    heading: (approved: boolean) =>
      approved ? i18n.t('Your request was approved') : i18n.t('Your request was declined'),
    asked: (role: string, territory: string) =>
      territory
        ? i18n.t('You requested the role of {role} in {territory}.', { role, territory })
        : i18n.t('You requested the role of {role}.', { role }),
    answer: (approved: boolean) =>
      approved
        ? i18n.t("You'll find your new pages in the menu.")
        : i18n.t("We're sorry, but we couldn't approve your request this time."),
  },
  contact: {
    mailSubject: (subject: string) => i18n.t('Contact: {subject}', { subject }),
    noSubject: i18n.t('No subject'),
    from: i18n.t('From'),
    email: i18n.t('Email'),
  },
  accountDeleted: {
    subject: i18n.t("We've deleted your account"),
    gone: i18n.t(
      "We've deleted your Territorio account and your personal data, and signed you out on all your devices.",
    ),
    kept: i18n.t(
      'The region keeps a record of past bookings, without your name. Refunds in progress will still reach your card.',
    ),
    notYou: i18n.t(
      "If this wasn't you, please reply to this email. You can sign up again with this address at any time.",
    ),
  },
});

/** Returns the texts about a payee's bank details, which were changed or deleted. */
export const payeeAccountLabels = (i18n: I18n) => ({
  subject: (deleted: boolean) =>
    deleted ? i18n.t('Your bank details were deleted') : i18n.t('Your bank details were changed'),
  intro: (deleted: boolean) =>
    deleted
      ? i18n.t('The bank details for your payouts were deleted. If this was you, everything is fine.')
      : i18n.t('The bank details for your payouts were changed. If this was you, everything is fine.'),
  account: i18n.t('Account'),
  notYou: i18n.t(
    "If this wasn't you, choose a new password in your profile right away, and log out everywhere else. Then correct your bank details under My payouts, and tell your region before it pays you.",
  ),
});

/** Returns the texts about a payout. `back` is for its reversal. */
export const payoutLabels = (i18n: I18n) => ({
  subject: (amount: string, back: boolean, territory: string) =>
    back
      ? i18n.t('Payout of {amount} reversed: {territory}', { amount, territory })
      : i18n.t('Payout of {amount}: {territory}', { amount, territory }),
  heading: (back: boolean) => (back ? i18n.t('A payout was reversed') : i18n.t("You've been paid")),
  intro: (amount: string, back: boolean, territory: string) =>
    back
      ? i18n.t(
          '{territory} reversed a payout of {amount}. The bookings in it are unpaid again, and will be in a later payout.',
          {
            amount,
            territory,
          },
        )
      : i18n.t('{territory} has paid you {amount}. Your statement lists each booking.', { amount, territory }),
  bookings: (n: number, first: string, last: string) =>
    first === last
      ? i18n.t('{n, plural, one {# booking} other {# bookings}}, {first}', { n, first })
      : i18n.t('{n, plural, one {# booking} other {# bookings}}, {first} to {last}', { n, first, last }),
});
