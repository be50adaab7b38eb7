import type { Face } from '../faces.ts';

export type TerritoryId = 'rio-dulce' | 'lake-atitlan' | 'antigua' | 'semuc-champey' | 'peten' | 'livingston';
export type Role =
  | 'admin'
  | 'territory_manager'
  | 'territory_staff'
  | 'tour_guide'
  | 'travel_partner'
  | 'shuttle_manager'
  | 'shuttle_driver';
export type Day = 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday';

export interface Person {
  /** Local part of the address (`<key>@territorio.test`) and the name that the other content modules use. */
  key: string;
  name: string;
  country: string;
  /** Besides `tourist`, which everyone has. */
  roles?: readonly Role[];
  territory?: TerritoryId;
  bio?: string;
  business?: string;
  commission?: number;
  /** A partner of other territories too, with what is agreed there. */
  alsoIn?: Partial<Record<TerritoryId, number>>;
  /** A guide who takes no new bookings for now. */
  paused?: boolean;
  /** A drawing in public/art/avatars, or the parts of one; without it the app shows initials. */
  face?: string | Face;
}

export interface Price {
  type: 'shared' | 'private' | 'both';
  /** Quetzales a person. */
  shared?: number;
  /** Quetzales for the whole group. */
  private?: number;
  group?: readonly [min: number, max: number];
}

export interface Slot {
  start: string;
  end: string;
  days?: readonly Day[];
}

export interface Experience extends Price {
  key: string;
  title: string;
  description: string;
  /** Hours. */
  duration: number;
  spots: readonly [min: number, max: number];
  /** Seats of a departure; the maximum when left out. */
  available?: number;
  guide?: string;
  /** Who takes it when the guide cannot, best first. */
  standIns?: readonly string[];
  meeting: string;
  map: string;
  scenes: readonly string[];
  tags: readonly string[];
  slots: readonly Slot[];
  passport?: boolean;
  cash?: boolean;
  policy?: 'flexible' | 'moderate' | 'strict';
  featured?: number;
  hidden?: boolean;
  /** Sells every seat of the next n days. */
  soldOutDays?: number;
}

export interface Transport extends Price {
  key: string;
  kind: 'boat' | 'shuttle' | 'car';
  title: string;
  description: string;
  spots: readonly [min: number, max: number];
  available?: number;
  pickup: string;
  destination: string;
  destinationTerritory?: TerritoryId;
  departs?: string;
  hours?: number;
  passport?: boolean;
  policy?: 'flexible' | 'moderate' | 'strict';
  scenes: readonly string[];
  hidden?: boolean;
}

interface Pickup {
  name: string;
  directions: string;
  map: string;
}

export interface BoardMessage {
  by: string;
  /** Hours before now. */
  ago: number;
  text: string;
  replies?: readonly Omit<BoardMessage, 'replies'>[];
}

export interface Territory {
  id: TerritoryId;
  name: string;
  summary: string;
  description: string;
  featured?: boolean;
  scenes: readonly string[];
  tags: readonly string[];
  pickups: readonly Pickup[];
  experiences: readonly Experience[];
  transports: readonly Transport[];
  board: readonly BoardMessage[];
}
