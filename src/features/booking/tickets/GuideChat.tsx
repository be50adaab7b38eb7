import { Trans, useLingui } from '@lingui/react/macro';
import { Phone } from 'lucide-react';
import { formatDay, formatTime } from '@/lib/format/dates';
import { whatsAppLink } from '@/lib/format/phone';
import { LinkButton } from '@/ui/Button';
import { shortCode } from './code';
import type { TicketRow } from './pages';

/** Opens WhatsApp with a text that names the trip. Shows nothing if the guide doesn't share a number. */
export function GuideChat({ row, title, small = false }: { row: TicketRow; title: string; small?: boolean }) {
  const { t } = useLingui();
  const guide = row.guide?.full_name;
  if (!guide || !row.guideNumber) return null;
  const day = formatDay(row.booking_date);
  const when = row.start_time ? t`${day} at ${formatTime(row.start_time)}` : day;
  const ticket = row.code ? shortCode(row.code) : null;
  const text = ticket ? t`Hello ${guide}! ${title}, ${when}, ticket ${ticket}:` : t`Hello ${guide}! ${title}, ${when}:`;
  const chat = whatsAppLink(row.guideNumber, `${text} `);
  if (!chat) return null;
  return (
    <LinkButton
      to={chat}
      target="_blank"
      rel="noreferrer"
      {...(small && { size: 'sm', variant: 'ghost' })}
      icon={<Phone aria-hidden="true" />}
      aria-label={t`WhatsApp to ${guide} about ${title}`}
    >
      <Trans>WhatsApp</Trans>
    </LinkButton>
  );
}
