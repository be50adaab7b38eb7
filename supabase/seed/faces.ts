/**
 * Draws faces of the demo's people from the parts in public/art/avatars, with flat shapes, one shadow and no
 * features. A face is written `hair skin hairColour shirt background [collar] [beard]`.
 */
const SKIN = {
  fair: ['#f0c7a4', '#d9a684'],
  rose: ['#e8b690', '#c99570'],
  sand: ['#c58a62', '#a56f4c'],
  copper: ['#b87a52', '#96603f'],
  clay: ['#a9694a', '#8a5238'],
  cacao: ['#7d5038', '#623c28'],
  ebony: ['#6b4030', '#52301f'],
} as const;

const COLOUR = {
  ink: '#1d1a2e',
  black: '#15121a',
  brown: '#3a221c',
  chestnut: '#6b4326',
  straw: '#c98a3a',
  silver: '#cfc9c2',
  anil: '#2d3567',
  lago: '#14777f',
  selva: '#195634',
  cochinilla: '#b8185a',
  ocre: '#f2a93b',
  cal: '#fbf6ee',
  sky: '#84aeea',
  turquoise: '#4cc3c0',
  leaf: '#7cc593',
  mint: '#cfe9d6',
  corn: '#f6c25a',
  pink: '#f0568f',
  lilac: '#b898e4',
  mist: '#9da5cf',
} as const;

const HAIR = {
  bun: ['M32 1c5 0 7 3 7 6 6 3 9 9 7 18-2-5-4-8-7-9-5 2-11 2-15 0-3 1-5 4-6 9-2-9 1-15 7-18 0-3 2-6 7-6z'],
  short: ['M18 25c-2-12 5-18 14-18s16 6 14 18c-2-5-4-8-7-9-5 2-11 2-15 0-3 1-5 4-6 9z'],
  long: [
    'M17 40c-4-20 1-34 15-34s19 14 15 34c-1 5-3 8-4 8 1-8 2-16 0-25-3-1-6-4-7-7-3 4-9 6-14 7-2 9-1 17 0 25-2 0-4-3-5-8z',
  ],
  curls: [
    'M15 28c-4-4-2-9 1-11-1-5 3-9 7-9 3-5 10-5 13-2 5-2 10 2 10 6 4 2 5 7 3 10 1 4-1 7-3 7 0-6-2-10-5-13-6 1-13 0-17-1-3 2-5 7-5 14-2 1-4 1-4-1z',
  ],
  hat: ['M8 19c8-5 15-6 24-6s16 1 24 6c-6 3-15 4-24 4S14 22 8 19z', 'M20 15C21 6 25 3 32 3s11 3 12 12c-8-2-16-2-24 0z'],
  cap: ['M18 20C18 9 24 5 32 5s14 4 14 15c-9-3-19-3-28 0z', 'M40 18c7 0 14 2 17 5-6 1-12 0-17-3z'],
} as const;

const BEARD =
  'M20.5 28c2 3 4 5 6 5 3-1.5 8-1.5 11 0 2 0 4-2 6-5-.5 8-5 14.5-11.5 14.5S21 36 20.5 28zM28 36.5h8c-1 2-7 2-8 0z';
const COLLAR = 'M19 48c3 6 8 9 13 9s10-3 13-9l3 2c-3 8-9 12-16 12s-13-4-16-12z';

type Hair = keyof typeof HAIR;
type Skin = keyof typeof SKIN;
type Colour = keyof typeof COLOUR;

export interface Face {
  hair: Hair;
  skin: Skin;
  /** The colour of the hair or hat. */
  tint: Colour;
  shirt: Colour;
  ground: Colour;
  collar?: Colour;
  beard?: Colour;
}

const path = (fill: string, d: string, opacity = '') => `<path fill="${fill}" d="${d}"${opacity}/>`;

export function drawFace({ hair, skin, tint, shirt, ground, collar, beard }: Face): string {
  const [light, shade] = SKIN[skin];
  const parts = [
    path(COLOUR[ground], 'M0 0h64v64H0z'),
    path(COLOUR[shirt], 'M6 66c1-14 10-20 26-20s25 6 26 20z'),
    collar ? path(COLOUR[collar], COLLAR) : '',
    path(shade, 'M26 38h12v9c0 3-3 5-6 5s-6-2-6-5z'),
    path(light, 'M20 24c0-8 5-13 12-13s12 5 12 13c0 10-5 18-12 18S20 34 20 24z'),
    path(shade, 'M36 12c5 2 8 6 8 12 0 10-5 18-12 18 5-4 8-10 7-18 0-5-1-9-3-12z', ' opacity=".55"'),
    beard ? path(COLOUR[beard], BEARD) : '',
    ...HAIR[hair].map((d) => path(COLOUR[tint], d)),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${parts.join('')}</svg>`;
}

/** Draws a sample passport page, obviously fictitious, for the demo's guests. */
export function drawSpecimen(): string {
  const face = drawFace({ hair: 'short', skin: 'sand', tint: 'brown', shirt: 'anil', ground: 'mint' });
  const portrait = face.replace('<svg ', '<svg x="40" y="110" width="220" height="220" ');
  const line = (y: number, width: number) => path('#9da5cf', `M300 ${y}h${width}v16h-${width}z`);
  const chevrons = Array.from({ length: 24 }, (_, i) => `M${44 + i * 30} 404l10 8-10 8m0 24l10 8-10 8`).join('');
  const parts = [
    path('#fbf6ee', 'M0 0h800v500H0z'),
    path('#1b2044', 'M0 0h800v70H0z'),
    path('#f2a93b', 'M40 35l18-18 18 18-18 18z'),
    portrait,
    ...[120, 160, 200, 240, 280, 314].map((y, i) => line(y, [300, 220, 380, 160, 260, 200][i] ?? 200)),
    `<path d="${chevrons}" fill="none" stroke="#3b4481" stroke-width="3"/>`,
    // The word SPECIMEN is drawn as strokes, because fonts differ between machines.
    `<path transform="translate(150 300) rotate(-18) scale(1.5)" fill="none" stroke="#d4246b" stroke-width="7" stroke-linecap="round" stroke-linejoin="round" opacity=".75" d="${SPECIMEN}"/>`,
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 500">${parts.join('')}</svg>`;
}

const SPECIMEN = [
  'M26 6C18-2 2 0 2 11s24 7 24 19-18 14-26 6',
  'M42 38V2h12c16 0 16 20 0 20H42',
  'M104 2H82v36h22M82 20h18',
  'M146 8c-10-12-28-4-28 12s18 24 28 12',
  'M162 2v36',
  'M180 38V2l16 20L212 2v36',
  'M252 2h-22v36h22M230 20h18',
  'M268 38V2l24 36V2',
].join('');
