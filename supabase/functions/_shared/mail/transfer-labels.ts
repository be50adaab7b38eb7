import type { I18n } from '@lingui/core';

/** Returns the texts of the emails about a transferred ticket. */
export const transferLabels = (i18n: I18n) => ({
  /** The texts for the invited person. */
  invite: {
    subject: (title: string, date: string) => i18n.t('A ticket for you: {title}, {date}', { title, date }),
    heading: i18n.t('A ticket for you'),
    intro: (giver: string) =>
      giver
        ? i18n.t('{giver} would like you to have this ticket.', { giver })
        : i18n.t('Someone would like you to have this ticket.'),
    how: i18n.t(
      'To make it yours, accept it with the account for this email address. No account yet? You can create one as you go.',
    ),
    due: (amount: string) => i18n.t("You'll need to pay {amount} in cash when the trip starts.", { amount }),
    paid: i18n.t(
      "It's already paid for. Once you accept it, you can also cancel it; any refund goes to the person who paid.",
    ),
    see: i18n.t('See the ticket'),
    until: (moment: string) =>
      i18n.t('Please accept it by {moment}, local time. Until then, the person who sent it can still withdraw it.', {
        moment,
      }),
    footer: i18n.t("Don't know who sent this? You can safely ignore this email."),
  },
  /** The texts for the new holder. */
  ticket: {
    subject: (title: string, date: string) => i18n.t('Your ticket: {title}, {date}', { title, date }),
    heading: i18n.t('The ticket is yours'),
    intro: i18n.t(
      'This ticket is now in your name, and this email is your ticket. Show the code below on your phone or on paper.',
    ),
    paidByOther: i18n.t(
      'Someone else paid for it. If your plans change, you can cancel it; any refund goes to the person who paid.',
    ),
  },
  /** The texts for the sender. */
  accepted: {
    subject: (title: string, date: string) => i18n.t('Your ticket was accepted: {title}, {date}', { title, date }),
    heading: i18n.t('Your ticket now belongs to someone else'),
    intro: (name: string) =>
      name
        ? i18n.t("{name} has accepted your ticket. It's no longer yours, and your old code no longer works.", {
            name,
          })
        : i18n.t("Your ticket was accepted. It's no longer yours, and your old code no longer works."),
    paid: i18n.t(
      "The new ticket holder can now cancel it. If they do, any refund goes to you, the same way you paid, and we'll let you know. Your receipt stays in My Bookings.",
    ),
  },
  /** The texts for the payer, about later changes of the ticket. */
  refund: {
    subject: (title: string, date: string) => i18n.t('The ticket you transferred: {title}, {date}', { title, date }),
    heading: i18n.t('The ticket you transferred'),
    cancelled: i18n.t('The ticket you paid for and transferred has been cancelled.'),
    less: i18n.t('The ticket you paid for and transferred now costs less.'),
  },
  footer: i18n.t("You're getting this email because you transferred a ticket."),
  /** Tells the holder about a refund to another person who paid, without the amount. */
  refunded: (title: string) => i18n.t('A refund for {title}', { title }),
  toPayer: i18n.t('Any refund goes to the person who paid for this ticket, not to you.'),
  inPerson: i18n.t('Any refund is paid in cash, in person, to the person who paid for this ticket.'),
});
