import type { Face } from '../faces.ts';
import type { Tag } from './tags.ts';

export type Language = 'en' | 'es';

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
  /** Also a partner of other territories, with the agreement there. */
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

/** Texts of a listing: English beside its name, Spanish below `es`. */
interface Listing<Texts> {
  /** Null: not translated. */
  es: Texts | null;
  /** Written in Spanish, and translated into English. */
  original?: 'es';
  /** English texts that changed after their translation: their earlier versions. */
  before?: Partial<Texts>;
}

export interface ExperienceTexts {
  title: string;
  description: string;
  meeting: string;
  bring?: string;
}

export interface Experience extends Price, ExperienceTexts, Listing<ExperienceTexts> {
  key: string;
  /** Hours. */
  duration: number;
  spots: readonly [min: number, max: number];
  /** Seats of a departure; the maximum when left out. */
  available?: number;
  guide?: string;
  /** The replacement guides, best first. */
  standIns?: readonly string[];
  map: string;
  scenes: readonly string[];
  tags: readonly Tag[];
  slots: readonly Slot[];
  passport?: boolean;
  cash?: boolean;
  policy?: 'flexible' | 'moderate' | 'strict';
  featured?: number;
  hidden?: boolean;
  /** Sells every seat of the next n days. */
  soldOutDays?: number;
}

export interface TransportTexts {
  title: string;
  description: string;
  /** Its Spanish name, if different. */
  destination?: string;
}

export interface Transport extends Price, TransportTexts, Listing<TransportTexts> {
  key: string;
  kind: 'boat' | 'shuttle' | 'car';
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

interface PickupTexts {
  name: string;
  directions: string;
}

export interface Pickup extends PickupTexts {
  es: PickupTexts;
  map: string;
}

export interface BoardMessage {
  by: string;
  /** Hours before now. */
  ago: number;
  text: string;
  /** English by default. */
  language?: 'es';
  replies?: readonly Omit<BoardMessage, 'replies'>[];
}

interface TerritoryTexts {
  summary: string;
  description: string;
}

export interface Territory extends TerritoryTexts {
  id: TerritoryId;
  name: string;
  /** Its Spanish name, if different. */
  es: TerritoryTexts & { name?: string };
  featured?: boolean;
  scenes: readonly string[];
  tags: readonly Tag[];
  pickups: readonly Pickup[];
  experiences: readonly Experience[];
  transports: readonly Transport[];
  board: readonly BoardMessage[];
}
