import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import {
  Bus,
  CalendarCheck,
  CalendarClock,
  ChartColumn,
  CloudSun,
  Compass,
  Handshake,
  IdCard,
  ListChecks,
  type LucideIcon,
  Settings2,
  Users,
} from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { lazyPart } from '@/ui/loading/lazy-part';

export interface ManagementTab {
  /** The tab's name in the URL. */
  name:
    | 'start'
    | 'settings'
    | 'experiences'
    | 'guides'
    | 'transport'
    | 'drivers'
    | 'schedules'
    | 'plan'
    | 'conditions'
    | 'finances'
    | 'partners';
  label: MessageDescriptor;
  icon: LucideIcon;
  /** True if staff don't see the tab. */
  managersOnly?: boolean;
  panel: ComponentType<{ territoryId: string; fallback?: ReactNode }>;
}

/** The tabs of Region Management in order, each in its own chunk. */
export const TABS: readonly ManagementTab[] = [
  {
    // The tab is visible until all steps are done or hidden.
    name: 'start',
    label: msg`First steps`,
    icon: ListChecks,
    panel: lazyPart(() => import('./first-steps/FirstStepsPanel')),
  },
  {
    name: 'settings',
    label: msg`Territory Settings`,
    icon: Settings2,
    panel: lazyPart(() => import('./settings/SettingsTab')),
  },
  {
    name: 'experiences',
    label: msg`Experiences`,
    icon: Compass,
    panel: lazyPart(() => import('./experiences/ExperiencesTab')),
  },
  {
    name: 'guides',
    label: msg`Tour Guides`,
    icon: Users,
    panel: lazyPart(() => import('@/features/management/team/GuidesTab')),
  },
  { name: 'transport', label: msg`Transport`, icon: Bus, panel: lazyPart(() => import('./transport/TransportTab')) },
  { name: 'drivers', label: msg`Drivers`, icon: IdCard, panel: lazyPart(() => import('./shuttle/DriversTab')) },
  {
    name: 'schedules',
    label: msg`Schedules`,
    icon: CalendarClock,
    panel: lazyPart(() => import('./shuttle/SchedulesTab')),
  },
  {
    name: 'plan',
    label: msg`Driver plan`,
    icon: CalendarCheck,
    panel: lazyPart(() => import('./shuttle/plan/PlanTab')),
  },
  {
    name: 'conditions',
    label: msg`Travel alerts`,
    icon: CloudSun,
    panel: lazyPart(() => import('./conditions/ConditionsTab')),
  },
  {
    name: 'finances',
    label: msg`Finances`,
    icon: ChartColumn,
    managersOnly: true,
    panel: lazyPart(() => import('./finances/FinancesTab')),
  },
  {
    name: 'partners',
    label: msg`Travel Partners`,
    icon: Handshake,
    panel: lazyPart(() => import('@/features/management/team/PartnersTab')),
  },
];
