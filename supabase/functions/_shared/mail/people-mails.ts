import { mailLink } from '../link-targets.ts';
import { contactData, inviteData, messageData, payoutData, roleDecidedData } from './data.ts';
import { dayAt, longDate, money, shortDate } from './formats.ts';
import { oneLine } from './html.ts';
import { labels } from './labels.ts';
import { greeting, type Mail, mail } from './mail.ts';

/** Tells of messages in the conversation of a booking, with the way to answer. It never carries the code of a ticket. */
export function messageMail(given: unknown, appUrl: string): Mail {
  const { conversation, messages, full_name } = messageData.parse(given);
  const senders = [...new Set(messages.map((message) => oneLine(message.sender_name) || labels.message.unknownSender))];
  const href = appUrl + mailLink.conversation(conversation.kind, conversation.booking_id);
  const last = messages.at(-1)?.text ?? '';
  return mail({
    subject: labels.message.subject(messages.length, senders),
    preview: last,
    heading: labels.message.heading(messages.length),
    greeting: greeting(full_name),
    blocks: [
      { kind: 'text', text: labels.message.intro(senders) },
      ...messages.map(
        ({ text, sender_name }) =>
          ({
            kind: 'quote',
            from: senders.length > 1 ? oneLine(sender_name) || labels.message.unknownSender : null,
            text,
          }) as const,
      ),
      { kind: 'button', label: labels.action.answer, href },
    ],
    footer: labels.footer.message,
  });
}

/** The code stands in the link alone; it is bound to the address that it was sent to. */
export function inviteMail(given: unknown, appUrl: string): Mail {
  const data = inviteData.parse(given);
  const roles = data.roles.map((role) => labels.role[role] ?? role.replaceAll('_', ' '));
  const until = dayAt(data.expires_at, data.time_zone ?? 'America/Guatemala');
  const intro = labels.invite.intro(oneLine(data.inviter_name), roles, oneLine(data.territory_name));
  return mail({
    subject: labels.invite.subject(oneLine(data.territory_name)),
    preview: intro,
    heading: labels.invite.heading,
    greeting: greeting(data.full_name),
    blocks: [
      { kind: 'text', text: intro },
      { kind: 'text', text: labels.invite.how },
      {
        kind: 'button',
        label: labels.action.accept,
        href: appUrl + mailLink.invitation(data.code),
      },
      { kind: 'note', text: labels.invite.until(until) },
    ],
    footer: labels.footer.invite,
  });
}

/** What became of a request for a role: the way to the new pages, or why not. */
export function roleDecidedMail(given: unknown, appUrl: string): Mail {
  const { approved, role: name, reason, territory_name, full_name } = roleDecidedData.parse(given);
  const role = labels.role[name] ?? name.replaceAll('_', ' ');
  const intro = labels.roleDecided.intro(approved, role, oneLine(territory_name));
  return mail({
    subject: labels.roleDecided.subject(approved, role),
    preview: intro,
    heading: labels.roleDecided.heading(approved),
    greeting: greeting(full_name),
    blocks: [
      { kind: 'text', text: intro },
      ...(reason ? [{ kind: 'quote', from: null, text: reason } as const] : []),
      {
        kind: 'button',
        label: approved ? labels.action.work : labels.action.profile,
        href: appUrl + (approved ? mailLink.work(name) : mailLink.profile()),
      },
    ],
    footer: labels.footer.roleDecided,
  });
}

/** That a payee was paid, or that it was taken back: how much, by which reference, and the way to the statement. */
export function payoutMail(given: unknown, appUrl: string): Mail {
  const data = payoutData.parse(given);
  const back = Boolean(data.reverses);
  const amount = money(data, Math.abs(data.amount));
  const territory = oneLine(data.territory_name);
  const rows: [string, string][] = [
    [labels.fact.statement, data.number],
    [labels.fact.total, money(data, data.amount)],
    [labels.fact.bookings, labels.payout.bookings(data.lines, shortDate(data.first_trip), shortDate(data.last_trip))],
    [labels.fact.paidOn, longDate(data.paid_on)],
  ];
  if (data.reference) rows.push([labels.fact.reference, oneLine(data.reference)]);
  if (data.reason) rows.push([labels.fact.reason, oneLine(data.reason, 300)]);
  return mail({
    subject: labels.payout.subject(amount, back, territory),
    preview: labels.payout.intro(amount, back, territory),
    heading: labels.payout.heading(back),
    greeting: greeting(data.payee_name),
    blocks: [
      { kind: 'text', text: labels.payout.intro(amount, back, territory) },
      { kind: 'facts', rows },
      { kind: 'button', label: labels.action.statement, href: appUrl + mailLink.payout(data.id) },
    ],
    footer: labels.footer.payout,
  });
}

/** What the team receives; an answer goes to the person who wrote. */
export function contactMail(given: unknown): Mail {
  const data = contactData.parse(given);
  const subject = oneLine(data.subject, 120) || labels.contact.noSubject;
  return mail(
    {
      subject: labels.contact.mailSubject(subject),
      preview: data.message,
      heading: subject,
      greeting: null,
      blocks: [
        {
          kind: 'facts',
          rows: [
            [labels.contact.from, oneLine(data.name)],
            [labels.contact.email, oneLine(data.email, 320)],
          ],
        },
        { kind: 'quote', from: null, text: data.message },
      ],
      footer: labels.footer.contact,
    },
    { reply_to: oneLine(data.email, 320) },
  );
}
