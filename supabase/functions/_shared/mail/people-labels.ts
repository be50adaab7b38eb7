import type { I18n } from '@lingui/core';
import type { Formats } from './formats.ts';

/** The texts of mails between people and about accounts. */
export const peopleLabels = (i18n: I18n, { list }: Formats) => ({
  message: {
    unknownSender: i18n.t('Unknown Sender'),
    subject: (n: number, names: string[]) =>
      i18n.t('{n, plural, one {New message from {senders}} other {# new messages from {senders}}}', {
        n,
        senders: list(names),
      }),
    heading: (n: number) => i18n.t('{n, plural, one {New message} other {New messages}}', { n }),
    intro: (names: string[]) => i18n.t('{senders} wrote to you about your booking:', { senders: list(names) }),
  },
  invite: {
    subject: (territory: string) =>
      territory ? i18n.t('Join Territorio in {territory}', { territory }) : i18n.t('Join Territorio'),
    heading: i18n.t('You are invited'),
    team: i18n.t('The team of Territorio'),
    intro: (inviter: string, names: string[], territory: string) => {
      const roles = list(names);
      return territory
        ? i18n.t('{inviter} invites you to work as {roles} in {territory}.', { inviter, roles, territory })
        : i18n.t('{inviter} invites you to work as {roles}.', { inviter, roles });
    },
    how: i18n.t(
      'Accept with the account of this e-mail address. If you have none yet, you choose your own password on the way: nobody else knows it.',
    ),
    until: (day: string) => i18n.t('The invitation works once, until {day}, and for nobody else.', { day }),
  },
  roleDecided: {
    subject: (approved: boolean, role: string) =>
      approved ? i18n.t('You are now {role}', { role }) : i18n.t('Your request was declined'),
    heading: (approved: boolean) =>
      approved ? i18n.t('Your request was approved') : i18n.t('Your request was declined'),
    asked: (role: string, territory: string) =>
      territory
        ? i18n.t('You asked to work as {role} in {territory}.', { role, territory })
        : i18n.t('You asked to work as {role}.', { role }),
    answer: (approved: boolean) =>
      approved ? i18n.t('From now on your pages are in the menu.') : i18n.t('This time the answer is no.'),
  },
  contact: {
    mailSubject: (subject: string) => i18n.t('Contact: {subject}', { subject }),
    noSubject: i18n.t('No subject'),
    from: i18n.t('From'),
    email: i18n.t('E-mail'),
  },
  accountDeleted: {
    subject: i18n.t('Your account was deleted'),
    gone: i18n.t('Your Territorio account and your personal data are deleted, and every device is signed out.'),
    kept: i18n.t(
      'Past bookings stay in the books of the region without you. Refunds that are on their way still reach your card.',
    ),
    notYou: i18n.t('If this was not you, answer this mail. You can register with this address again at any time.'),
  },
});

/** That a payee was paid (`back`: that it was taken back). */
export const payoutLabels = (i18n: I18n) => ({
  subject: (amount: string, back: boolean, territory: string) =>
    back
      ? i18n.t('Payout of {amount} taken back: {territory}', { amount, territory })
      : i18n.t('Payout of {amount}: {territory}', { amount, territory }),
  heading: (back: boolean) => (back ? i18n.t('A payout was taken back') : i18n.t('You were paid')),
  intro: (amount: string, back: boolean, territory: string) =>
    back
      ? i18n.t('{territory} has taken a payout of {amount} back. What it paid is open again and is paid anew.', {
          amount,
          territory,
        })
      : i18n.t('{territory} has paid you {amount}. The statement names each booking.', { amount, territory }),
  bookings: (n: number, first: string, last: string) =>
    first === last
      ? i18n.t('{n, plural, one {# booking} other {# bookings}}, {first}', { n, first })
      : i18n.t('{n, plural, one {# booking} other {# bookings}}, {first} to {last}', { n, first, last }),
});
