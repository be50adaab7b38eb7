import type { Day, Slot } from './types.ts';

/** Returns a link that opens a point in the phone's map app. The degrees are WGS 84. */
export const map = (latitude: number, longitude: number) =>
  `https://www.google.com/maps/search/?api=1&query=${latitude.toFixed(4)},${longitude.toFixed(4)}`;

/** Returns a departure from `start` to `end`, each day or on the given days. */
export const at = (start: string, end: string, ...days: Day[]): Slot =>
  days.length > 0 ? { start, end, days } : { start, end };

export const docks = {
  fronteras: map(15.6606, -89.0017),
  brunos: map(15.661, -88.9985),
  castillo: map(15.6375, -88.9925),
  elEstor: map(15.533, -89.35),
  livingston: map(15.8281, -88.75),
  puertoBarrios: map(15.733, -88.605),
  panajachel: map(14.741, -91.165),
  sanPedro: map(14.6945, -91.269),
  sanJuan: map(14.694, -91.287),
  santiago: map(14.644, -91.231),
  santaCruz: map(14.7423, -91.2068),
} as const;

export const towns = {
  antiguaPark: map(14.5567, -90.7337),
  antiguaArch: map(14.5612, -90.7344),
  cerroDeLaCruz: map(14.5682, -90.7323),
  duenas: map(14.5235, -90.7998),
  laSoledad: map(14.5285, -90.8777),
  airport: map(14.583, -90.527),
  sanMarcos: map(14.723, -91.258),
  panajachel: map(14.7405, -91.1585),
  lanquin: map(15.576, -89.98),
  semuc: map(15.533, -89.959),
  flores: map(16.929, -89.892),
  santaElena: map(16.917, -89.899),
  elRemate: map(16.985, -89.693),
  tikal: map(17.222, -89.618),
  livingstonPark: map(15.8285, -88.7512),
} as const;
