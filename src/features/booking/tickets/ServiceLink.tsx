import { Link } from 'react-router-dom';
import { paths } from '@/lib/routing/paths';
import type { TicketRow } from './pages';

/** Shows the name of the booked service, as a link if it still exists. */
export function ServiceLink({ row: { kind, service }, title }: { row: TicketRow; title: string }) {
  if (!service) return title;
  return (
    <Link
      to={kind === 'experience' ? paths.experience(service.id) : paths.transport(service.id)}
      className="underline-offset-4 hover:underline"
      lang={service.untranslated?.title}
    >
      {title}
    </Link>
  );
}
