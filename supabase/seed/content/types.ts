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
  /**
   * The local part of the email address (`<key>@territorio.test`), and the name that the other content modules use.
   */
  key: string;
  name: string;
  country: string;
  /** The roles in addition to `tourist`, which everyone has. */
  roles?: readonly Role[];
  territory?: TerritoryId;
  bio?: string;
  business?: string;
  commission?: number;
  /** Other territories of a partner, with the agreement there. */
  alsoIn?: Partial<Record<TerritoryId, number>>;
  /** True for a guide who takes no new bookings for now. */
  paused?: boolean;
  /** A drawing in public/art/avatars, or the parts of one. Without it the app shows initials. */
  face?: string | Face;
}

export interface Price {
  type: 'shared' | 'private' | 'both';
  /** The price in quetzales per person. */
  shared?: number;
  /** The price in quetzales for the whole group. */
  private?: number;
  group?: readonly [min: number, max: number];
}

export interface Slot {
  start: string;
  end: string;
  days?: readonly Day[];
}

/** The texts of a listing, with English beside its name and Spanish below `es`. */
interface Listing<Texts> {
  /** Null if it isn't translated. */
  es: Texts | null;
  /** Set if it was written in Spanish and translated into English. */
  original?: 'es';
  /** Earlier versions of English texts that changed after their translation. */
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
  /** The duration in hours. */
  duration: number;
  spots: readonly [min: number, max: number];
  /** The seats of a departure. The default is the maximum. */
  available?: number;
  guide?: string;
  /** The guides who step in, best first. */
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
  /** The Spanish name of the destination, if it differs. */
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
  /** The default is English. */
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
  /** The Spanish name, if it differs. */
  es: TerritoryTexts & { name?: string };
  featured?: boolean;
  scenes: readonly string[];
  tags: readonly Tag[];
  pickups: readonly Pickup[];
  experiences: readonly Experience[];
  transports: readonly Transport[];
  board: readonly BoardMessage[];
}
