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
      "Accept the ticket with the account for this email address. If you don't have an account yet, you can create one.",
    ),
    due: (amount: string) => i18n.t("You'll need to pay {amount} in cash when the trip starts.", { amount }),
    paid: i18n.t(
      'The ticket is already paid for. Once you accept, you can also cancel it. Any refund goes to the person who paid.',
    ),
    see: i18n.t('See the ticket'),
    until: (moment: string) =>
      i18n.t(
        'Please accept the ticket by {moment}, local time. Until you accept, the person who sent it can withdraw the invitation.',
        {
          moment,
        },
      ),
    footer: i18n.t("If you don't know who sent this, you can ignore this email."),
  },
  /** The texts for the new holder. */
  ticket: {
    subject: (title: string, date: string) => i18n.t('Your ticket: {title}, {date}', { title, date }),
    heading: i18n.t('The ticket is yours'),
    intro: i18n.t(
      'This ticket is now in your name, and this email is your ticket. Show the code below on your phone or on paper.',
    ),
    paidByOther: i18n.t(
      'Someone else paid for this ticket. If your plans change, you can cancel it. Any refund goes to the person who paid.',
    ),
  },
  /** The texts for the sender. */
  accepted: {
    subject: (title: string, date: string) => i18n.t('Someone accepted your ticket: {title}, {date}', { title, date }),
    heading: i18n.t('Your ticket now belongs to someone else'),
    intro: (name: string) =>
      name
        ? i18n.t('{name} has accepted your ticket. The ticket is no longer yours, and your old code no longer works.', {
            name,
          })
        : i18n.t('Someone has accepted your ticket. The ticket is no longer yours, and your old code no longer works.'),
    paid: i18n.t(
      "The new ticket holder can now cancel the ticket. If they do, any refund goes to you, the same way you paid, and we'll let you know. Your receipt stays in My Bookings.",
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
  refunded: (title: string) => i18n.t('Refund for {title}', { title }),
  toPayer: i18n.t('Any refund goes to the person who paid for this ticket, not to you.'),
  inPerson: i18n.t('The person who paid for this ticket gets any refund in cash, in person.'),
});
