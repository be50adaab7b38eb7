/** What may name a person or a business: for the field and for the database, which say the same. */
export const names = [
  'Ana López',
  'J.R. Pérez',
  'Mr. John',
  'J.R.R. Caal',
  'Viajes Sol S.A.',
  'Hotel No.5',
  'Café & Co.',
  'Hotel Luna, No. 5',
  "O'Brien-Núñez",
  '李小龍',
  'نورا',
  'می\u200cخواهم',
  'St. Comas',
  'Posada ❤️',
  'Ma.José',
  'Ana Ma.Elena Caal',
  'Dra.Ñusta Pop',
];

/** What may be a title or a label. */
export const lines = [
  ...names,
  'See evil.com',
  'رحلة في النهر',
  'טיול בנהר',
  'River 👩‍👩‍👧‍👦 tour 🏳️‍🌈',
  'Café – 3 “falls” & more',
  'River Canyon',
];

/** What may not: it turns or hides what stands beside it. */
export const notLines = [
  'River\u202eyb',
  'River\u2066',
  'R\u200biver',
  'River\u200f',
  '\u061cRiver',
  'River\nCanyon',
  'River\u0007',
  'R\u00adiver',
  '\u3164',
  'Ri\ufeffver',
  'River\u2028Canyon',
  'River\u{e0041}\u{e007f}',
];

/** What may be a text of several lines. */
export const texts = [
  ...lines,
  'One line\nand\tanother\r\n',
  'Copied\u200e from\u00ad elsewhere\u200b',
  'قال: مغلق\u200f',
];

/** What may not: it steers a screen, or turns what stands beside it. */
export const notTexts = [
  'Closed \u202enepo',
  'Closed\u2066',
  'Closed\u202a',
  'Closed\u0007',
  'Closed\u001b[2J',
  'Closed\u0085',
  'Closed\u2028',
  'Closed\u{e0041}\u{e007f}',
];

/** What may not: it turns or hides what stands beside it, or leads to a site. */
export const notNames = [
  'Ana\u202eanA',
  'Ana\u2066',
  'A\u200bna',
  'Ana\u0007',
  'A\u0301\u0302\u0303\u0304na',
  'A\u00adna',
  '\u3164',
  'A\uffa0na',
  'A\u2800na',
  'Ana\u2028Manager',
  'Ana\u{e0041}\u{e007f}',
  'https://evil.test',
  'ma.jose',
  'Ma.Com',
  'Ma.Shop/deal',
  'Ma.Evil.Com',
  'Evil.Info',
  'Ma.JOSÉ',
  'https：／／evil.test',
  'www.evil.test',
  'www．evil．test',
  'Win at evil.com',
  'EVIL.COM/x',
  'a.gt',
  'ñandú.com',
  'evil．com',
  'evil。com',
  'evil｡com',
  'evil․com',
  'ｅｖｉｌ．ｃｏｍ',
  'evil[.]com',
  'evil (.) com',
  'evil{dot}com',
  'Win at evil [DOT] com',
  'evil(punto)com',
  'Casa (Dot) Verde',
  'refund-desk.travel',
  'refund-desk.tours',
  'pay.zip',
  'Evil.Cloud',
  'evil.рф',
  '<b>Pay</b> at evil',
  '<img src=x onerror=alert(1)>',
  '＜b＞Ana',
];

/** What a mail program makes a link of, or a reader. */
export const addresses = [
  'Pay at https://evil.test/now',
  'Closed, see evil.com.',
  'www.evil.test',
  'Cerrado.Vuelve mañana',
  'evil(dot)com',
  'evil。com',
  'write to me@evil.test',
];
