import { Bus, Car, Compass, type LucideIcon, Ship } from 'lucide-react';
import type { TicketRow } from './pages';

const ICONS: Record<string, LucideIcon> = { boat: Ship, shuttle: Bus, car: Car };

/** Shows a compass for an experience, and otherwise the vehicle. */
export function VehicleIcon({ row, className }: { row: Pick<TicketRow, 'kind' | 'vehicle'>; className: string }) {
  const Icon = row.kind === 'experience' ? Compass : (ICONS[row.vehicle ?? ''] ?? Bus);
  return <Icon aria-hidden="true" className={className} />;
}
