import { writeFileSync } from 'node:fs';
import { referencePages } from './docs-reference/pages.ts';
import { answerHelp } from './help.ts';

answerHelp('npm run docs:reference: writes docs/reference from the code: limits, routes, refusals and texts.');

for (const [file, text] of Object.entries(await referencePages()))
  writeFileSync(new URL(`../${file}`, import.meta.url), text);
