import { blockingAdvice, readAdvisors } from '@territorio/local-supabase/advisors';
import { withScratchDatabase } from '@territorio/local-supabase/scratch';
import { PROJECT } from '../supabase/local/project.ts';
import { answerHelp } from './help.ts';

answerHelp(
  'npm run db:advisors: the official security and performance advisors. Exit code 1 for an error or a warning.',
);

const advice = await withScratchDatabase(PROJECT, (url) => readAdvisors(url, PROJECT));
const blocking = blockingAdvice(advice);
for (const item of blocking) console.error(`${item.level} ${item.name}: ${item.detail}`);
console.info(`Advisors: ${blocking.length} errors or warnings, ${advice.length - blocking.length} hints.`);
process.exitCode = blocking.length > 0 ? 1 : 0;
