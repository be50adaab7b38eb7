import { writeFileSync } from 'node:fs';
import { answerHelp } from './help.ts';
import { phoneLengthFiles, phoneLengths } from './phone-lengths/files.ts';

answerHelp(
  'npm run phone:lengths: writes how long phone numbers are in each country, from the metadata of libphonenumber-js.',
);

for (const [name, text] of Object.entries(phoneLengthFiles(phoneLengths())))
  writeFileSync(new URL(`../${name}`, import.meta.url), text);
