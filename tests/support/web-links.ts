/** What may be linked to for everybody: for the forms and for the database, which say the same. */
export const webLinks = [
  'https://maps.example',
  'https://maps.example/?q=1',
  'http://maps.example:8080/a',
  'HTTP://maps.example',
  "https://www.google.com/maps/place/Café+d'Ana/@14.69,-91.2,17z/data=!4m6?entry=ttu#here",
  'https://conred.gob.gt?n=1@2',
];

/** What may not: no page of the web, a name that passes for a host, or what ends an attribute of HTML. */
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
