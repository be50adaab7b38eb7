/** Valid links, for both the forms and the database. */
export const webLinks = [
  'https://maps.example',
  'https://maps.example/?q=1',
  'http://maps.example:8080/a',
  'HTTP://maps.example',
  "https://www.google.com/maps/place/Café+d'Ana/@14.69,-91.2,17z/data=!4m6?entry=ttu#here",
  'https://conred.gob.gt?n=1@2',
];

/** Invalid links: not http(s), a user part that looks like a host, or an attribute-ending character. */
export const notWebLinks = [
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'javascript:alert(1)//https://maps.example',
  'javascript://maps.example/%0Aalert(1)',
  '//evil.example',
  '/bookings',
  'https://',
  '',
  'https://territorio.app@evil.test/',
  'https://territorio.app:x@evil.test/',
  'https://@evil.test/',
  'https://territorio.app\\@evil.test/',
  'https://x.y/"onmouseover="alert(1)',
  'https://x.y/<script>',
  'https://x.y/a b',
  'https://x.y/\n',
  'https://x.y/\u202emoc.live',
  'https://x.y/\u0007',
  'https://x\u200b.y/',
];
