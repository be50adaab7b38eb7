import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { allHits, allowances, newHits } from './voice/lint.ts';
import { subjectProblems } from './voice/rules.ts';

const USAGE = `npm run test:voice: finds phrases that scripts/voice/rules.json advises against, in texts, comments, documents and test names.
  -- FILE…            only these files
  -- --allowed        also what allowed.tsv lets stay
  -- --commit FILE    the subject of a commit message, as the commit hook runs it`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { commit: { type: 'string' }, allowed: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
});

if (values.help) console.info(USAGE);
else if (values.commit) {
  const problems = subjectProblems(readFileSync(values.commit, 'utf8').split('\n', 1)[0] ?? '');
  for (const problem of problems) console.error(`Commit subject: ${problem}`);
  process.exitCode = problems.length > 0 ? 1 : 0;
} else {
  const found = allHits(positionals.length > 0 ? positionals : undefined);
  const hits = values.allowed ? found : newHits(found, allowances());
  for (const { file, line, rule, phrase, message } of hits)
    console.error(`${file}:${line}  “${phrase}”  ${message} (${rule})`);
  if (hits.length > 0)
    console.error(`${hits.length} phrases to change, or to add to scripts/voice/allowed.tsv with a reason`);
  process.exitCode = hits.length > 0 ? 1 : 0;
}
