import { mailLink } from '../link-targets.ts';
import type { MailContext } from './context.ts';
import { contactData, inviteData, messageData, payeeAccountData, payoutData, roleDecidedData } from './data.ts';
import { oneLine } from './html.ts';
import type { EmailContent } from './layout.ts';
import { greeting, type Mail, mail } from './mail.ts';

/**
 * Writes the email about new messages in a booking's conversation, with a link to reply. It never contains a
 * ticket's code.
 */
export function messageMail(given: unknown, context: MailContext): Mail {
  const { conversation, messages, full_name } = messageData.parse(given);
  const { labels, link } = context;
  const nameOf = (name: string | null | undefined) => oneLine(name) || labels.message.unknownSender;
  const senders = [...new Set(messages.map((message) => nameOf(message.sender_name)))];
  const quotes = messages.map(
    ({ text, sender_name }) =>
      ({ kind: 'quote', from: senders.length > 1 ? nameOf(sender_name) : null, text }) as const,
  );
  const content: EmailContent = {
    subject: labels.message.subject(messages.length, senders),
    preview: messages.at(-1)?.text ?? '',
    heading: labels.message.heading(messages.length),
    greeting: greeting(context, full_name),
    blocks: [
      { kind: 'text', text: labels.message.intro(senders) },
      ...quotes,
      {
        kind: 'button',
        label: labels.action.answer,
        href: link(mailLink.conversation(conversation.kind, conversation.booking_id)),
      },
    ],
    footer: labels.footer.message,
  };
  return mail(content, context);
}

/** Writes an invitation. Its code is only in the link, and bound to the email address. */
export function inviteMail(given: unknown, context: MailContext): Mail {
  const data = inviteData.parse(given);
  const { labels, formats, link } = context;
  const roles = data.roles.map((role) => labels.role[role] ?? role.replaceAll('_', ' '));
  const until = formats.dayAt(data.expires_at, data.time_zone ?? 'America/Guatemala');
  const territory = oneLine(data.territory_name);
  const intro = labels.invite.intro(oneLine(data.inviter_name) || labels.invite.team, roles, territory);
  const content: EmailContent = {
    subject: labels.invite.subject(territory),
    preview: intro,
    heading: labels.invite.heading,
    greeting: greeting(context, data.full_name),
    blocks: [
      { kind: 'text', text: intro },
      { kind: 'text', text: labels.invite.how },
      { kind: 'button', label: labels.action.accept, href: link(mailLink.invitation(data.code)) },
      { kind: 'note', text: labels.invite.until(until) },
    ],
    footer: labels.footer.invite,
  };
  return mail(content, context);
}

/** Writes the email about the decision on a role request, with a link to the new pages or the reason. */
export function roleDecidedMail(given: unknown, context: MailContext): Mail {
  const { approved, role: name, reason, territory_name, full_name } = roleDecidedData.parse(given);
  const { labels, link } = context;
  const role = labels.role[name] ?? name.replaceAll('_', ' ');
  const { asked, answer } = labels.roleDecided;
  const intro = `${asked(role, oneLine(territory_name))} ${answer(approved)}`;
  const content: EmailContent = {
    subject: labels.roleDecided.subject(approved, role),
    preview: intro,
    heading: labels.roleDecided.heading(approved),
    greeting: greeting(context, full_name),
    blocks: [
      { kind: 'text', text: intro },
      ...(reason ? [{ kind: 'quote', from: null, text: reason } as const] : []),
      {
        kind: 'button',
        label: approved ? labels.action.work : labels.action.profile,
        href: link(approved ? mailLink.work(name) : mailLink.profile()),
      },
    ],
    footer: labels.footer.roleDecided,
  };
  return mail(content, context);
}

/** Writes the email about a payout or its reversal, with the amount, the reference and a link to the statement. */
export function payoutMail(given: unknown, context: MailContext): Mail {
  const data = payoutData.parse(given);
  const { labels, formats, link } = context;
  const back = Boolean(data.reverses);
  const amount = formats.money(data, Math.abs(data.amount));
  const territory = oneLine(data.territory_name);
  const [first, last] = [formats.shortDate(data.first_trip), formats.shortDate(data.last_trip)];
  const rows: [string, string][] = [
    [labels.fact.statement, data.number],
    [labels.fact.total, formats.money(data, data.amount)],
    [labels.fact.bookings, labels.payout.bookings(data.lines, first, last)],
    [labels.fact.paidOn, formats.longDate(data.paid_on)],
  ];
  if (data.reference) rows.push([labels.fact.reference, oneLine(data.reference)]);
  if (data.reason) rows.push([labels.fact.reason, oneLine(data.reason, 300)]);
  const content: EmailContent = {
    subject: labels.payout.subject(amount, back, territory),
    preview: labels.payout.intro(amount, back, territory),
    heading: labels.payout.heading(back),
    greeting: greeting(context, data.payee_name),
    blocks: [
      { kind: 'text', text: labels.payout.intro(amount, back, territory) },
      { kind: 'facts', rows },
      { kind: 'button', label: labels.action.statement, href: link(mailLink.payout(data.id)) },
    ],
    footer: labels.footer.payout,
  };
  return mail(content, context);
}

/**
 * Writes the email about changed or deleted bank details, with the masked number, the time, and what to do if it was
 * someone else.
 */
export function payeeAccountMail(given: unknown, context: MailContext): Mail {
  const { full_name, deleted, account_number, at, time_zone } = payeeAccountData.parse(given);
  const { labels, formats, link } = context;
  const { subject, intro, account, notYou } = labels.payeeAccount;
  const content: EmailContent = {
    subject: subject(deleted),
    preview: intro(deleted),
    heading: subject(deleted),
    greeting: greeting(context, full_name),
    blocks: [
      { kind: 'text', text: intro(deleted) },
      {
        kind: 'facts',
        rows: [
          [account, oneLine(account_number)],
          [labels.fact.time, `${formats.dayAt(at, time_zone)}, ${formats.clockAt(at, time_zone)}`],
        ],
      },
      { kind: 'text', text: notYou },
      { kind: 'button', label: labels.action.profile, href: link(mailLink.profile()) },
    ],
    footer: labels.footer.payeeAccount,
  };
  return mail(content, context);
}

/** Writes the email that the team receives from the contact form. Replies go to the person who wrote. */
export function contactMail(given: unknown, context: MailContext): Mail {
  const data = contactData.parse(given);
  const { labels } = context;
  const subject = oneLine(data.subject, 120) || labels.contact.noSubject;
  const rows: [string, string][] = [
    [labels.contact.from, oneLine(data.name)],
    [labels.contact.email, oneLine(data.email, 320)],
  ];
  const content: EmailContent = {
    subject: labels.contact.mailSubject(subject),
    preview: data.message,
    heading: subject,
    greeting: null,
    blocks: [
      { kind: 'facts', rows },
      { kind: 'quote', from: null, text: data.message },
    ],
    footer: labels.footer.contact,
  };
  return mail(content, context, { reply_to: oneLine(data.email, 320) });
}
