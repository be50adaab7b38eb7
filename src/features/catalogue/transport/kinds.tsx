import { t } from '@lingui/core/macro';
import { Bus, Car, type LucideIcon, Ship } from 'lucide-react';

const ICONS: Record<string, LucideIcon> = { boat: Ship, shuttle: Bus, car: Car };

/** A row of transport_types. */
export interface TransportType {
  id: string;
  name: string;
}

/** The type's name in the language of the page; one that this build does not know says its own. */
export function typeName({ id, name }: TransportType): string {
  const known: Record<string, string> = { boat: t`Boat`, shuttle: t`Shuttle`, car: t`Car` };
  return known[id] ?? name;
}

export function TypeIcon({ id, className }: { id: string; className?: string }) {
  const Icon = ICONS[id] ?? Bus;
  return <Icon aria-hidden="true" className={className} />;
}
