import type { I18n } from '@lingui/core';

/** The texts of the letters about a ticket that is given to somebody else. */
export const transferLabels = (i18n: I18n) => ({
  /** To who is invited. */
  invite: {
    subject: (title: string, date: string) => i18n.t('A ticket for you: {title}, {date}', { title, date }),
    heading: i18n.t('A ticket for you'),
    intro: (giver: string) =>
      giver
        ? i18n.t('{giver} wants to give you this ticket.', { giver })
        : i18n.t('Somebody wants to give you this ticket.'),
    how: i18n.t(
      'It is yours once you accept it with the account of this e-mail address. If you have none yet, you create one on the way.',
    ),
    due: (amount: string) => i18n.t('{amount} is still to be paid in cash where it begins.', { amount }),
    paid: i18n.t(
      'It is paid. Once it is yours, you decide about it and may cancel it; any refund then goes to the person who paid, not to you.',
    ),
    see: i18n.t('See the ticket'),
    until: (moment: string) =>
      i18n.t('You can accept it until {moment}, local time. Until you do, it may be taken back.', { moment }),
    footer: i18n.t('If you do not know who offers you this ticket, you can ignore this mail: nothing happens.'),
  },
  /** To who has accepted. */
  ticket: {
    subject: (title: string, date: string) => i18n.t('Your ticket: {title}, {date}', { title, date }),
    heading: i18n.t('The ticket is yours'),
    intro: i18n.t('It was given to you. This mail is your ticket: the code below works on the screen and on paper.'),
    paidByOther: i18n.t(
      'Somebody else paid for it. You decide about it and may cancel it; any refund then goes to the person who paid, not to you.',
    ),
  },
  /** To who gave it away. */
  accepted: {
    subject: (title: string, date: string) => i18n.t('Your ticket was accepted: {title}, {date}', { title, date }),
    heading: i18n.t('Your ticket has a new holder'),
    intro: (name: string) =>
      name
        ? i18n.t('{name} has accepted your ticket. It is no longer yours, and your old code is no longer valid.', {
            name,
          })
        : i18n.t('Your ticket was accepted. It is no longer yours, and your old code is no longer valid.'),
    paid: i18n.t(
      'Who holds the ticket decides about it and may cancel it. You paid: any refund then goes to you, the way you paid, and we tell you. Your receipt stays in My Bookings.',
    ),
  },
  /** To who paid, when something becomes of the ticket. */
  refund: {
    subject: (title: string, date: string) => i18n.t('The ticket that you gave away: {title}, {date}', { title, date }),
    heading: i18n.t('The ticket that you gave away'),
    cancelled: i18n.t('The ticket that you paid for and gave away was cancelled.'),
    less: i18n.t('The ticket that you paid for and gave away costs less now.'),
  },
  footer: i18n.t('You get this mail because you gave a ticket away.'),
  /** To the holder, of money that somebody else paid: how much it is they do not hear. */
  refunded: (title: string) => i18n.t('A refund for {title}', { title }),
  toPayer: i18n.t('What is refunded goes back to who paid for this ticket, not to you.'),
  inPerson: i18n.t('What is due goes back in person, to who paid for this ticket.'),
});
